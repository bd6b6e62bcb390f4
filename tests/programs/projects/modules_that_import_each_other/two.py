import one
def g(x):
    with one.s:
        return x + 1  # expect: CUP101
