import cupy as cp


def consume(parts):
    total = 0
    it = iter(parts)
    s = cp.cuda.Stream(non_blocking=True)
    cur = None
    while True:
        try:
            host = next(it)
        except StopIteration:
            break
        with s:
            nxt = cp.asarray(host) * 2
        e = s.record()
        if cur is not None:
            cur[1].synchronize()
            total += float(cur[0].sum())
        cur = (nxt, e)
    if cur is not None:
        cur[1].synchronize()
        total += float(cur[0].sum())
    return total


print(consume([[1.0], [2.0]]))
