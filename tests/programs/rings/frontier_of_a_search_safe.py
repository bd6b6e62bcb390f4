import cupy as cp


def bfs(levels):
    s = [cp.cuda.Stream(non_blocking=True) for _ in range(2)]
    frontier = cp.ones(64)
    cp.cuda.Device().synchronize()
    for level in range(levels):
        cur, other = s[level & 1], s[(level + 1) & 1]
        with cur:
            frontier = frontier * 2
        other.wait_event(cur.record())
    s[(levels - 1) & 1].synchronize()
    return frontier


out = bfs(5)
print(out.sum())
