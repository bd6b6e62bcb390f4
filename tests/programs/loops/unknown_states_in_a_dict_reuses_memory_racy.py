import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def main(p):
    job = {"phase": p.start()}
    for i in range(12):
        if p.is_load(job["phase"]):
            with s1:
                w = x * 2  # expect: CUP104
        elif p.is_wait(job["phase"]):
            s2.wait_event(s1.record())
        else:
            with s2:
                z = w + 1  # maybe: CUP101
        job["phase"] = p.next(job["phase"])
