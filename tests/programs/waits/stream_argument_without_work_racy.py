import cupy as cp


def double(n, stream=cp.cuda.Stream.null, wait=True):
    made = cp.arange(n) * 2
    if wait is True:
        stream.synchronize()  # expect: CUP110
    return made


def upload(path, stream=cp.cuda.Stream.null):
    with open(path) as file:
        made = cp.asarray(read(file))
    stream.synchronize()  # expect: CUP110
    return made
