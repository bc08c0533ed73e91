"""On the table page: The Expert Game."""
