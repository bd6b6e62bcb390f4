"""NCCL works on a stream of the caller's by its number: waiting for its object is waiting for what NCCL does."""
import cupy as cp
from cupy.cuda import nccl


class Shards:
    def __init__(self, comm, stream):
        self.comm, self.stream = comm, stream
        self.copies = cp.cuda.Stream(non_blocking=True)
        self.shard = cp.zeros(1000, dtype=cp.float32)

    def receive(self, pieces, size):
        for piece in pieces:
            buffer = cp.ascontiguousarray(piece)
            with self.stream:
                self.comm.broadcast(
                    buffer.data.ptr,  # missed: CUP204 null may not wait for the caller's stream
                    buffer.data.ptr,  # missed: CUP204 null may not wait for the caller's stream
                    size,
                    nccl.NCCL_FLOAT32,
                    0,
                    self.stream.ptr,
                )
            self.stream.synchronize()
            self.shard[:size] = buffer
            self.stream.synchronize()
