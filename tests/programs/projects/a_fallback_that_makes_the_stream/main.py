import cupy as cp


def fallback():
    try:
        import fast
    except ImportError:
        s = cp.cuda.Stream(non_blocking=True)
        x = cp.ones(9)
        with s:
            y = x + 1  # expect: CUP101
        return y  # expect: CUP103
