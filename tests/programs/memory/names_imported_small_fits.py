# device-memory: 256MiB

from cupy import float32, ones, zeros_like

a = ones((5000, 5000), float32)
b = zeros_like(a, shape=(10, 10))
c = zeros_like(b, dtype="f4")
d = zeros_like(a, dtype=bool)
