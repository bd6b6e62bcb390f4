# Nothing swallows it: the last line is never reached.
import cupy as cp


def refused():
    raise TypeError


stream = cp.cuda.Stream(non_blocking=True)
x = cp.ones(9)
stream.wait_event(cp.cuda.get_current_stream().record())
with stream:
    x += 1
with open("log") as log:
    refused()
print(x.sum())
