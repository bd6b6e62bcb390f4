import cupy as cp

def work(first, second, values):
    with first:
        a = values * 2
    with second:
        return a + 1
