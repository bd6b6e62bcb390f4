"""A static method is called again while its upload still reads the pinned memory that the next call is given."""

import cupy as cp
import cupyx
import numpy as np


class Uploads:
    @staticmethod
    def upload():
        stream = cp.cuda.Stream(non_blocking=True)
        staging = cupyx.empty_pinned((1 << 20,), np.float32)
        staging[:] = 1  # expect: CUP203
        on_device = cp.empty(1 << 20, np.float32)
        stream.wait_event(cp.cuda.get_current_stream().record())
        on_device.set(staging, stream=stream)
        cp.cuda.get_current_stream().wait_event(stream.record())
        total = on_device.sum()
        assert total.dtype == np.float32
