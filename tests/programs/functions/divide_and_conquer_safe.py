"""Recursive divide and conquer with a stream a level, join on the way up."""

import cupy as cp


def tree_sum(x, depth, stream):
    if depth == 0 or x.size < 1024:
        with stream:
            return x.sum()
    child = cp.cuda.Stream(non_blocking=True)
    child.wait_event(stream.record())
    half = x.size // 2
    left = tree_sum(x[:half], depth - 1, stream)
    right = tree_sum(x[half:], depth - 1, child)
    stream.wait_event(child.record())
    with stream:
        return left + right  # maybe: CUP101


def merge_sort(x, stream, limit=4096):
    if x.size <= limit:
        with stream:
            return cp.sort(x)
    other = cp.cuda.Stream(non_blocking=True)
    other.wait_event(stream.record())
    mid = x.size // 2
    a = merge_sort(x[:mid], stream)
    b = merge_sort(x[mid:], other)
    other.synchronize()
    with stream:
        return cp.sort(cp.concatenate((a, b)))


def main():
    s = cp.cuda.Stream(non_blocking=True)
    with s:
        x = cp.random.random(1 << 16)
    total = tree_sum(x, 3, s)
    y = merge_sort(x, s)
    s.synchronize()
    print(float(total), y[:3])


if __name__ == "__main__":
    main()
