"""What may one conclude? Pure functions from data to data."""
