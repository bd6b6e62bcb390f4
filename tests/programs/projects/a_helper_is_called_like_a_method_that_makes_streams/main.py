from helpers import create_stream, xp


def total(n):
    x = xp.ones(n)
    stream = create_stream(False)
    with stream:
        y = x.sum()  # expect: CUP101
    stream.synchronize()
    return float(y)
