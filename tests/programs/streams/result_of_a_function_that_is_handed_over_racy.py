import cupy as cp


def pipeline(chunks, work):
    compute = cp.cuda.Stream(non_blocking=True)
    store = cp.cuda.Stream(non_blocking=True)
    results = []
    for chunk in chunks:
        x = cp.zeros(1 << 20)
        compute.wait_event(cp.cuda.Stream.null.record())
        with compute:
            y = work(x)
        with store:
            results.append(cp.asnumpy(y))  # expect: CUP101
        with compute:
            z = work(x)
        results.append(z.get(stream=store))  # expect: CUP101
        with compute:
            low, high = work(x)
            low, high = low - low.mean(), high / 2
        results += [cp.asnumpy(low), high.get()]  # expect: CUP103
        compute.synchronize()
    return results
