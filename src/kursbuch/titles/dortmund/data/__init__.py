"""The figures of the box."""
