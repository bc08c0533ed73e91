"""The Introduction Game."""
