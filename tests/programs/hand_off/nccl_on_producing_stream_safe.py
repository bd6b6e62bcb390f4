import cupy as cp
from cupy.cuda import nccl

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

comm = nccl.NcclCommunicator(2, nccl.get_unique_id(), 0)
with s1:
    z = x * 2
comm.allReduce(z.data.ptr, z.data.ptr, z.size, nccl.NCCL_FLOAT64, nccl.NCCL_SUM, s1.ptr)
