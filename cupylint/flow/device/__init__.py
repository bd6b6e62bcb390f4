"""Models of CuPy and of libraries beside it: streams, events, arrays, copies, kernels, graphs, pools, messages."""
