"""What it brings to the table page."""
