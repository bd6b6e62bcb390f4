import threading

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

local = threading.local()


def mine():
    try:
        return local.stream
    except AttributeError:
        local.stream = cp.cuda.Stream(non_blocking=True)
    return local.stream


def fill():
    if not hasattr(local, "own"):
        local.own = s1
    with local.own:
        x.fill(2)


thread = threading.Thread(target=fill)
thread.start()
thread.join()
local.own = s2
local.own.synchronize()
with local.own:
    a = x * 2  # expect: CUP101
