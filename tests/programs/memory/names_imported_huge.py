# device-memory: 256MiB

from cupy import float32, ones, zeros_like

a = ones((5000, 5000), float32)
b = zeros_like(a)
c = zeros_like(b, dtype="f4")  # expect: CUP402
