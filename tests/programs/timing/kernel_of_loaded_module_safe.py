"""A kernel from a module that is loaded as code of the device is launched like any other one."""

import time

import cupy as cp


def load(ptx, name):
    module = cp.cuda.function.Module()
    module.load(ptx)
    return module.get_function(name)


def measure(ptx, name, grid, block):
    x = cp.zeros(1 << 20)
    kernel = load(ptx, name)
    start = time.perf_counter()
    kernel(grid, block, [x, x.size])
    cp.cuda.Device().synchronize()
    end = time.perf_counter()
    print(end - start)
