import numpy as np
import cupy as cp


class Staging:
    def __init__(self, shape):
        n = int(np.prod(shape))
        mem = cp.cuda.alloc_pinned_memory(n * 4)
        self.host = np.frombuffer(mem, np.float32, n).reshape(shape)
        self.stream = cp.cuda.Stream(non_blocking=True)
        self.busy = None

    def put(self, dst, values):
        if self.busy is not None:
            self.busy.synchronize()
        self.host[...] = values
        dst.set(self.host, stream=self.stream)
        self.busy = self.stream.record()

    def get(self, src):
        self.stream.wait_event(cp.cuda.get_current_stream().record())
        src.get(stream=self.stream, out=self.host)
        return self.host


st = Staging((16, 16))
d = cp.zeros((16, 16), dtype=cp.float32)
cp.cuda.Device().synchronize()
for k in range(4):
    st.put(d, k)
cp.cuda.get_current_stream().wait_event(st.busy)
d += 1
print(st.get(d).sum())
