"""Kernel sources: what CUDA C and ``cupyx.jit`` kernels do. Knows nothing of streams.

`kernel_facts` is all that the rest of the linter needs for the rules about kernels;
`cupylint.kernels.signature` tells how a kernel uses its arguments.
"""
