"""The host waits, or one stream waits for the other one, by whatever name cuda.core and CuPy have for it."""
import cupy as cp
from cuda.core.experimental import Device, LaunchConfig, Program, Stream, launch

CODE = r"""
extern "C" __global__ void twice(float* x, size_t n) {
    const size_t i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) x[i] *= 2;
}
"""


class Adaptor:
    def __init__(self, obj):
        self.obj = obj

    def __cuda_stream__(self):
        return (0, self.obj.ptr)


dev = Device()
dev.set_current()
s = dev.create_stream()
config = LaunchConfig(grid=4096, block=256)
twice = Program(CODE, code_type="c++").compile("cubin").get_kernel("twice")

x = cp.ones(1 << 20, cp.float32)
dev.sync()
launch(s, config, twice, x.data.ptr, cp.uint64(x.size))
s.sync()
print(x.sum())

x.fill(1)
s.wait(dev.create_stream(Adaptor(cp.cuda.get_current_stream())))
launch(s, config, twice, x.data.ptr, cp.uint64(x.size))
cp.cuda.get_current_stream().synchronize()
done = s.record()
done.sync()
print(x.sum())

x.fill(1)
s.wait(cp.cuda.get_current_stream())
launch(s, config, twice, x.data.ptr, cp.uint64(x.size))
finished = s.record()
while not finished.is_done:
    pass
print(x.sum())

x.fill(1)
launch(dev.default_stream, config, twice, x.data.ptr, cp.uint64(x.size))
print(x.sum())

with cp.cuda.ExternalStream(int(s.handle)) as same:
    x.fill(1)
    launch(s, config, twice, x.data.ptr, cp.uint64(x.size))
    print(x.sum())
    same.synchronize()

y = cp.cuda.Stream(non_blocking=True)
ours = Stream.from_handle(y.ptr)
with y:
    z = cp.ones(1 << 20, cp.float32)
launch(ours, config, twice, z.data.ptr, cp.uint64(z.size))
launch(y, config, twice, z.data.ptr, cp.uint64(z.size))
y.synchronize()
print(z.sum())


def captured(n):
    stream = dev.create_stream()
    w = cp.ones(n, cp.float32)
    dev.sync()
    builder = stream.create_graph_builder()
    builder.begin_building()
    launch(builder, config, twice, w.data.ptr, cp.uint64(n))
    graph = builder.end_building().complete()
    w.fill(0)
    dev.sync()
    graph.launch(stream)
    stream.sync()
    return w
