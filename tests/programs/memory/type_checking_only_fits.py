# device-memory: 256MiB

from typing import TYPE_CHECKING

import cupy as cp

if TYPE_CHECKING:
    a = cp.zeros((20_000, 20_000))
b = cp.zeros((1000, 1000))
