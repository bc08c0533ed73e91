"""How the schema came about, one file a change."""
