import cupy as cp

streams = [cp.cuda.Stream(non_blocking=True) for _ in range(4)]


def tree_sum(parts, level=0):
    if len(parts) == 1:
        return parts[0]
    half = len(parts) // 2
    left = tree_sum(parts[:half], level + 1)
    right = tree_sum(parts[half:], level + 1)
    s = streams[level]
    with s:
        out = left + right
    s.synchronize()
    return out


parts = [cp.full(1 << 16, k) for k in range(8)]
cp.cuda.Device().synchronize()
print(tree_sum(parts)[0])
