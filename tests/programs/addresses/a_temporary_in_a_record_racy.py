import cupy as cp


def f(lib, n):
    job = lib.Job()
    job.p = cp.zeros(n).data.ptr  # expect: CUP315
    lib.run(job)
