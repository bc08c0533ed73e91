"""The workshop: whoever owns a box sets its figures right on the page. Forms are made from the data's own schema."""
