"""`memcpy` waits for its copy, which is on the null stream: so it is part of the time between two events of another one."""
import cupy as cp
import cupyx
import numpy as np

stream = cp.cuda.Stream(non_blocking=True)
device = cp.empty(1 << 24, cp.uint8)
host = cupyx.empty_pinned(1 << 24, np.uint8)
cp.cuda.Device().synchronize()
with stream:
    begun = cp.cuda.Event()
    begun.record()
    cp.cuda.runtime.memcpy(device.data.ptr, host.ctypes.data, host.nbytes, cp.cuda.runtime.memcpyHostToDevice)
    ended = stream.record()
    ended.synchronize()
print(cp.cuda.get_elapsed_time(begun, ended))  # maybe: CUP505
