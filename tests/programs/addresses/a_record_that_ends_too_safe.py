import cupy as cp


def f(lib, n):
    z = cp.zeros(n)
    job = lib.Job()
    job.p = z.data.ptr
    lib.run(job)
