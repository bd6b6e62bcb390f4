# device-memory: 256MiB
# measured-peak: 200000512

import cupy as cp


def scaled(data):
    data = data * 2
    data = data * 3
    return data


result = scaled(cp.ones((5000, 5000), dtype=cp.float32))
print(float(result[0, 0]))
