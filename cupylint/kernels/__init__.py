"""CUDA sources: what kernels do with their arguments. Knows nothing of streams."""
