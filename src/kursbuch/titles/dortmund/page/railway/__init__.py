"""On the table page: The Railway Game."""
