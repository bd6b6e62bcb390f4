import cupy as cp
stream = None

def init():
    global stream
    stream = cp.cuda.Stream(non_blocking=True)
