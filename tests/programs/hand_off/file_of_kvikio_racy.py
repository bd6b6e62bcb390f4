import cupy as cp
import kvikio

side = cp.cuda.Stream(non_blocking=True)


def save(path, host):
    with side:
        x = cp.asarray(host)
        x *= 2
    with kvikio.CuFile(path, "w") as file:
        file.write(x)  # expect: CUP204
    side.synchronize()


def load(path, n):
    raw = cp.empty(n, dtype=cp.uint8)
    with kvikio.CuFile(path) as file:
        future = file.pread(raw)
        total = raw.sum()  # expect: CUP101
        future.get()
    return total


def refill(path, n):
    raw = cp.ones(n)
    file = kvikio.CuFile(path)
    future = file.pwrite(raw)
    raw.fill(0)  # expect: CUP102
    future.get()
