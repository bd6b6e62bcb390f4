import cupy as cp
import cupyx
import numpy as np


def test_upload():  # a test runs alone
    stream = cp.cuda.Stream(non_blocking=True)
    staging = cupyx.empty_pinned((1 << 20,), np.float32)
    staging[:] = 1
    on_device = cp.empty(1 << 20, np.float32)
    stream.wait_event(cp.cuda.get_current_stream().record())
    on_device.set(staging, stream=stream)
    cp.cuda.get_current_stream().wait_event(stream.record())
    total = on_device.sum()
    assert total.dtype == np.float32
