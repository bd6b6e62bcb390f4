# device-memory: 256MiB
# measured-peak: 200000512

import cupy as cp


def counter():
    table = cp.ones((5000, 5000), dtype=cp.float32)
    total = float(table.sum())

    def look():
        return total

    return look


look = counter()
a = cp.ones((5000, 5000), dtype=cp.float32)
b = a + 1
print(look())
