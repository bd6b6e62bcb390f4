import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)


def main(batches):
    for batch in batches:
        with s1:
            a = cp.array(batch)  # expect: CUP104
        s2.wait_event(s1.record())
        with s2:
            z = a.sum()
