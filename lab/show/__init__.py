"""How does what was measured become something to look at? Start at `views`; the panel is `panels`."""
