"""The addresses of the page: what is asked for under which URL."""
