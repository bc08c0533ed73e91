"""What every railway game has in common for the house bot."""
