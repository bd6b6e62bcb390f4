import cupy as cp
from cupy.cuda import nccl


class Bucket:
    def __init__(self, comm: nccl.NcclCommunicator, n):
        self.comm = comm
        self.stream = cp.cuda.Stream(non_blocking=True)
        self.reduced = cp.cuda.Event()
        with self.stream:
            self.flat = cp.zeros(n, cp.float32)

    def start(self, grad):
        now = cp.cuda.get_current_stream()
        now.wait_event(self.reduced)
        self.flat[...] = grad
        self.stream.wait_event(now.record())
        pointer = self.flat.data.ptr
        self.comm.allReduce(pointer, pointer, self.flat.size, nccl.NCCL_FLOAT32, nccl.NCCL_SUM, self.stream.ptr)
        self.reduced.record(self.stream)

    def finish(self, grad):
        cp.multiply(self.flat, 0.5, out=grad)  # expect: CUP204
        cp.cuda.get_current_stream().wait_event(self.reduced)

    def close(self):
        self.stream.synchronize()


def step(bucket, grad):
    bucket.start(grad)
    bucket.finish(grad)
