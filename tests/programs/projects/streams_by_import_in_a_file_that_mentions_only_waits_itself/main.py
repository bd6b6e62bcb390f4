import cupy as cp
import holder


def sync(x):
    cp.cuda.Device().synchronize()


def main():
    with holder.copier:
        x = cp.ones(9)
    with holder.worker:
        return x + 1  # expect: CUP101
