import cupy as cp
from cupyx.distributed import init_process_group


def step(rank, world):
    communicator = init_process_group(world, rank)
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        part = cp.ones(100) * 2
        total = cp.empty_like(part)
    communicator.all_reduce(part, total, op="sum")  # expect: CUP103, CUP104
    with stream:
        found = (total * 2).get()  # expect: CUP101
    return found
