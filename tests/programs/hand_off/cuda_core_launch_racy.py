"""Streams of cuda.core are non-blocking: a kernel that is launched there does not wait for what CuPy does on null."""
import cupy as cp
from cuda.core import Device, LaunchConfig, Program, ProgramOptions, StreamOptions, launch

CODE = r"""
template<typename T>
__global__ void add(const T* a, const T* b, T* c, size_t n) {
    const size_t i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) c[i] = a[i] + b[i];
}
extern "C" __global__ void twice(float* x, size_t n) {
    const size_t i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) x[i] *= 2;
}
"""

dev = Device()
dev.set_current()
s = dev.create_stream()
config = LaunchConfig(grid=4096, block=256)
module = Program(CODE, code_type="c++", options=ProgramOptions(std="c++17")).compile("cubin", name_expressions=("add<float>",))
add, twice = module.get_kernel("add<float>"), module.get_kernel("twice")

a = cp.ones(1 << 20, cp.float32)
b = cp.ones(1 << 20, cp.float32)
c = cp.empty_like(a)
launch(s, config, add, a.data.ptr, b.data.ptr, c.data.ptr, cp.uint64(a.size))  # expect: CUP101
s.sync()
print(c.sum())

c.fill(0)
launch(s, config, twice, c.data.ptr, cp.uint64(c.size))  # expect: CUP101
print(c.sum())  # expect: CUP101
dev.sync()

blocking = dev.create_stream(options=StreamOptions(nonblocking=False))
c.fill(1)
launch(blocking, config, twice, c.data.ptr, cp.uint64(c.size))
print(c.sum())


def on_a_stream_of_its_own(kernel, n):
    device = Device(0)
    device.set_current()
    own = device.create_stream()
    x = cp.zeros(n, cp.float32)
    launch(own, LaunchConfig(grid=1, block=32), kernel, x.data.ptr)  # expect: CUP101
    done = own.record()
    done.sync()
    return x
