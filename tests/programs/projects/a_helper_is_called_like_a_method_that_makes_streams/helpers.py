import cupy as cp

xp = cp


def create_stream(blocking):
    return cp.cuda.Stream() if blocking else cp.cuda.Stream(non_blocking=True)
