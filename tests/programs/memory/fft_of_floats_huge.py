# device-memory: 256MiB
# measured-peak: 560000000

import cupy as cp

signal = cp.ones(20_000_000, dtype=cp.float32)
spectrum = cp.fft.fft(signal)  # expect: CUP402
