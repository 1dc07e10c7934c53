"""What can be measured of one call? One file a quantity; each works inside a worker process."""
