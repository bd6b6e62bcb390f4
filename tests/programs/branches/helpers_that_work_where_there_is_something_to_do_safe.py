"""Helpers that do something where there is something to do: what the one has begun, the other one waits for."""
import os

import cupy as cp


def upload(todo, x, stream):
    if todo:
        with stream:
            for _ in todo:
                x += 1


def finish(todo, stream):
    if todo:
        stream.synchronize()


def counted(todo, stream):
    if len(todo) > 0:
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


def in_one(paths):
    stream = cp.cuda.Stream(non_blocking=True)
    todo = [path for path in paths if os.path.exists(path)]
    x = cp.ones(9)
    cp.cuda.Device().synchronize()
    if todo:
        with stream:
            x += 1
    if len(todo) != 0:
        stream.synchronize()
    return x.sum()


def rounds(paths):
    stream = cp.cuda.Stream(non_blocking=True)
    todo = [path for path in paths if os.path.exists(path)]
    x = cp.ones(9)
    cp.cuda.Device().synchronize()
    if len(todo) > 0:
        with stream:
            for _ in todo:
                x += 1
    for _ in todo:
        stream.synchronize()
    return x.sum()


def by_hand(paths):
    stream = cp.cuda.Stream(non_blocking=True)
    x = cp.ones(9)
    cp.cuda.Device().synchronize()
    started = []
    for path in paths:
        if os.path.exists(path):
            with stream:
                x += 1
            started.append(path)
    if started:
        stream.synchronize()
    return x.sum()
