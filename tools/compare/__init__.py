"""Two states of the engine measured in turns: what one run says alone, a busy machine has said."""
