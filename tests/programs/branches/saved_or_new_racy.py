"""What two ways give that do not concern the device is one dict afterwards, with its keys."""
import os

import cupy as cp
import numpy as np


def start(path):
    if os.path.exists(path):
        with np.load(path) as saved:
            return int(saved["step"]), {k: saved[k] for k in ("e", "h")}
    return 0, {k: np.zeros((8, 8)) for k in ("e", "h")}


def run(path, steps):
    compute, copy = (cp.cuda.Stream(non_blocking=True) for _ in range(2))
    first, fields = start(path)
    with compute:
        fields = {k: cp.asarray(v) for k, v in fields.items()}
    for step in range(first, steps):
        with compute:
            fields["e"] += 1  # expect: CUP102
        copy.wait_event(compute.record())
        with copy:
            saved = fields["e"].copy()
        copy.record()
    copy.synchronize()
    return saved.get(stream=copy)
