"""Rules to read: a title's chapters with tables, pictures and examples; a summary to print; a glossary."""
