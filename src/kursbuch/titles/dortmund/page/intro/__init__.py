"""On the table page: The Introduction Game."""
