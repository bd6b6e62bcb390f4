import cupy as cp

queue = cp.cuda.Stream()
x = cp.ones(1 << 20)


def double(values, stream):
    if stream is not None:
        stream.use()
    values *= 2


def prepare():
    queue.use()


def iterate(values, stream):
    prepare()
    with queue:
        values.fill(0)
    double(values, stream)


iterate(x, None)
