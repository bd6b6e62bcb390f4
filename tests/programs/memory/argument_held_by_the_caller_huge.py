# device-memory: 256MiB
# measured-peak: 300000768

import cupy as cp


def scaled(data):
    data = data * 2
    return data * 3  # expect: CUP402


raw = cp.ones((5000, 5000), dtype=cp.float32)
result = scaled(raw)
print(float(raw[0, 0]))
