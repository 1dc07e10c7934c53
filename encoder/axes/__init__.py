"""Which choices does the design have? One file an axis, its question in the first line, all its rivals below."""
