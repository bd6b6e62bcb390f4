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
        store.wait_event(compute.record())
        with store:
            results.append(cp.asnumpy(y))
        with compute:
            z = work(x)
        store.wait_event(compute.record())
        results.append(z.get(stream=store))
        with compute:
            low, high = work(x)
            low, high = low - low.mean(), high / 2
        compute.synchronize()
        results += [cp.asnumpy(low), high.get()]
        compute.synchronize()
    return results
