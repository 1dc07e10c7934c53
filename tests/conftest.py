"""What do all tests share? This folder on the path, so that tests in folders below may import its modules."""
