"""What its titles say: one catalogue a language for messages, labels and summaries of the rules."""
