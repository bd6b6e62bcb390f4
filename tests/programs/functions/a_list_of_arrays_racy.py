"""The elements of a list of arrays come from the caller, as an array does: its work on them may still run."""

import cupy as cp


def add(parts: list[cp.ndarray]):
    side = cp.cuda.Stream(non_blocking=True)
    with side:
        total = parts[0] + parts[1]  # expect: CUP101
    side.synchronize()
    return total


def add_all(parts: "tuple[cp.ndarray, ...]"):
    side = cp.cuda.Stream(non_blocking=True)
    total = None
    with side:
        for part in parts:
            total = part * 1.0 if total is None else total + part  # expect: CUP101
    side.synchronize()
    return total
