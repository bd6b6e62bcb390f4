import cupy as cp
import cupyx
import numpy as np


class Monitor:
    """The host function may run before the copy."""

    def __init__(self):
        self.notify = cp.cuda.Stream(non_blocking=True)
        self.copied = cp.cuda.Event(disable_timing=True)
        self.peaks = []

    def watch(self, label, x):
        slot = cupyx.empty_pinned((1,), dtype=np.float32)
        cp.abs(x).max().astype(cp.float32).reshape(1).get(out=slot, blocking=False)
        self.copied.record(cp.cuda.get_current_stream())
        self.notify.launch_host_func(self.check, (label, slot))

    def check(self, item):
        label, slot = item
        self.peaks.append((label, float(slot[0])))  # expect: CUP201


def watch_all(values, monitor):
    for label, x in values:
        monitor.watch(label, x)
