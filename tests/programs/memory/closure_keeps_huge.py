# device-memory: 256MiB
# measured-peak: 300000768

import cupy as cp


def counter():
    table = cp.ones((5000, 5000), dtype=cp.float32)

    def look(i):
        return float(table[i, i])

    return look


look = counter()
a = cp.ones((5000, 5000), dtype=cp.float32)
b = a + 1  # expect: CUP402
print(look(0))
