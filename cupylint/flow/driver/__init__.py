"""Where an analysis of a file begins, in which order, and what becomes of its result."""
