# device-memory: 256MiB

import cupy as cp


class cupyx:
    @staticmethod
    def zeros(shape):
        return None


a = cupyx.zeros((20_000, 20_000))
cp = cupyx
b = cp.zeros((20_000, 20_000))
