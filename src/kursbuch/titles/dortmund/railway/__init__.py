"""The Railway Game."""
