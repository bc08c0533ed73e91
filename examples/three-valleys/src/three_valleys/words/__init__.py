"""What is said, one catalogue a language."""
