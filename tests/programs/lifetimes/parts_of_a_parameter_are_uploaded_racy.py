import cupy as cp


def doubled(values, n):
    upload = cp.cuda.Stream(non_blocking=True)
    compute = cp.cuda.Stream(non_blocking=True)
    found = []
    for i in range(n):
        with upload:
            part = cp.asarray(values[i : i + 4], dtype=cp.float32)  # expect: CUP104
        with compute:
            compute.wait_event(upload.record())
            found.append(part * 2)
    compute.synchronize()
    return found
