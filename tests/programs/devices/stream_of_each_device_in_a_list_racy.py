# A list with a stream for each device, whose number is asked for: nothing waits for those that read the array.
import cupy as cp
from cupy.cuda import Device

n = cp.cuda.runtime.getDeviceCount()
streams = [None] * n
parts = [None] * n
for i in range(n):
    Device(i).use()
    streams[i] = cp.cuda.Stream()
    parts[i] = cp.zeros(1 << 20)
x = cp.zeros(1 << 20)
cp.cuda.Device().synchronize()
for i in range(n):
    Device(i).use()
    cp.cuda.runtime.memcpyPeerAsync(parts[i].data.ptr, i, x.data.ptr, n - 1, x.nbytes, streams[i].ptr)
x += 1  # expect: CUP102
