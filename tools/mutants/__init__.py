"""Do the tests notice a broken rule? Breaks rules one at a time and runs the tests that pass through them."""
