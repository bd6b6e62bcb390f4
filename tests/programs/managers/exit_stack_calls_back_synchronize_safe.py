from contextlib import ExitStack
import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
s.wait_event(cp.cuda.Stream.null.record())


def run(use_stream):
    with ExitStack() as stack:
        if use_stream:
            stack.enter_context(s)
            stack.callback(s.synchronize)
        y = x * 2
    return y


print(run(True).sum(), run(False).sum())
