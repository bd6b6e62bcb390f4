"""A stream that is handed over in a dict has work: the wait for it is not for nothing."""
import cupy as cp

from somewhere import step

stream = cp.cuda.Stream(non_blocking=True)
options = {"stream": stream}
step(options)
stream.synchronize()
