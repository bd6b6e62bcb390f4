"""Whether a list holds anything that a loop or a comprehension fills on a condition is not known: both ways go on."""
import os

import cupy as cp


def total(n):
    x = cp.ones(n)
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        y = x.sum()  # expect: CUP101
    stream.synchronize()
    return y


def checked(paths, n):
    missing = []
    for path in paths:
        if not os.path.exists(path):
            missing.append(path)
    if missing:
        return None
    return total(n)


def by_a_comprehension(paths, n):
    missing = [path for path in paths if not os.path.exists(path)]
    if missing:
        return None
    x = cp.ones(n)
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        y = x + 1  # expect: CUP101
    stream.synchronize()
    return y


def by_its_length(paths, n):
    missing = {}
    for path in paths:
        if not os.path.exists(path):
            missing[path] = n
    if len(missing) > 0:
        return None
    x = cp.ones(n)
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        y = x + 1  # expect: CUP101
    stream.synchronize()
    return y


def more_rounds_than_are_followed(n):
    rows = []
    for number in range(48):
        rows.append(number)
    if len(rows) != 48:
        raise RuntimeError("48 rows are needed")
    x = cp.ones(n)
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        y = x + 1  # expect: CUP101
    stream.synchronize()
    return y


print(checked(["a"], 9))


def a_count_that_is_followed_in_part(n):
    count = 0
    for _ in range(48):
        count += 2
    if count != 96:
        raise RuntimeError("96 are needed")
    x = cp.ones(n)
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        y = x + 1  # expect: CUP101
    stream.synchronize()
    return y


def a_count_of_what_a_comprehension_has_found(parts_of, n):
    count = 0
    for _ in [part for number in range(48) for part in parts_of(number)]:
        count += 2
    if count != 96:
        return None
    x = cp.ones(n)
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        y = x + 1  # expect: CUP101
    stream.synchronize()
    return y
