"""Helpers that leave where there is nothing to do: what the one has begun, the other one waits for."""
import os

import cupy as cp


def upload(todo, x, stream):
    if not todo:
        return
    with stream:
        for _ in todo:
            x += 1


def finish(todo, stream):
    if not todo:
        return
    stream.synchronize()


def counted(todo, stream):
    if len(todo) == 0:
        return
    stream.synchronize()


def run(paths):
    stream = cp.cuda.Stream(non_blocking=True)
    todo = [path for path in paths if os.path.exists(path)]
    x = cp.ones(9)
    cp.cuda.Device().synchronize()
    upload(todo, x, stream)
    finish(todo, stream)
    return x.sum()


def run_counted(paths):
    stream = cp.cuda.Stream(non_blocking=True)
    todo = [path for path in paths if os.path.exists(path)]
    x = cp.ones(9)
    cp.cuda.Device().synchronize()
    upload(todo, x, stream)
    counted(todo, stream)
    return x.sum()


def in_a_loop(groups):
    stream = cp.cuda.Stream(non_blocking=True)
    x = cp.ones(9)
    cp.cuda.Device().synchronize()
    for group in groups:
        todo = [path for path in group if os.path.exists(path)]
        if not todo:
            continue
        upload(todo, x, stream)
        finish(todo, stream)
    return x.sum()
