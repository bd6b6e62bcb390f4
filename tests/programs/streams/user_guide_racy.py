"""The tour of streams that CuPy's user guide gives: a sum made on one stream is copied on another.

All that runs on the null stream is right, since null and blocking streams wait for each other.
"""

import cupy as cp
import numpy as np

host = np.arange(10)
s = cp.cuda.Stream()
with s:
    device = cp.asarray(host)
    total = cp.sum(device)
    assert s == cp.cuda.get_current_stream()
s = cp.cuda.Stream()
s.use()
total_host = cp.asnumpy(total)  # expect: CUP101
assert s == cp.cuda.get_current_stream()
cp.cuda.Stream.null.use()
assert cp.cuda.Stream.null == cp.cuda.get_current_stream()
begin = cp.cuda.Event()
begin.record()
device = total * device + 8
end = cp.cuda.get_current_stream().record()
later = cp.cuda.Stream()
later.wait_event(end)
with later:
    host = cp.asnumpy(device)
end.synchronize()
milliseconds = cp.cuda.get_elapsed_time(begin, end)
