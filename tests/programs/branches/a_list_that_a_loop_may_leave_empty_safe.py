"""Two tests of one list come out the same as long as nothing is added or taken."""
import os

import cupy as cp


def on_a_stream_if_there_are_any(paths, n):
    missing = []
    for path in paths:
        if not os.path.exists(path):
            missing.append(path)
    x = cp.ones(n)
    cp.cuda.Device().synchronize()
    stream = cp.cuda.Stream(non_blocking=True)
    if missing:
        with stream:
            x += 1
    if missing:
        stream.synchronize()
    return x + 1


def not_any(paths, n):
    missing = [path for path in paths if not os.path.exists(path)]
    x = cp.ones(n)
    cp.cuda.Device().synchronize()
    stream = cp.cuda.Stream(non_blocking=True)
    if not missing:
        with stream:
            x += 1
    else:
        return None
    stream.synchronize()
    return x + 1


def filled_for_certain(paths, n):
    found = []
    for path in paths:
        if os.path.exists(path):
            found.append(path)
    found.append("the last one")
    x = cp.ones(n)
    cp.cuda.Device().synchronize()
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        x += 1
    if found:
        stream.synchronize()
    return x + 1
