"""A method of cuda.core makes the stream, in a function of another file."""
import cupy as cp
from cuda.core import LaunchConfig, launch
from devices import device_and_stream


def run(kernel, n):
    device, stream = device_and_stream()
    x = cp.ones(n)
    launch(stream, LaunchConfig(grid=1, block=32), kernel, x.data.ptr)  # expect: CUP101
    stream.sync()
    return x
