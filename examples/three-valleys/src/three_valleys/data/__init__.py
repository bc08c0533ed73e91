"""The box, to be proofread against the real one."""
