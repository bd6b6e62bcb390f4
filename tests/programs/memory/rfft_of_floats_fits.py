# device-memory: 256MiB
# measured-peak: 240001536

import cupy as cp

signal = cp.ones(20_000_000, dtype=cp.float32)
spectrum = cp.fft.rfft(signal)
print(float(abs(spectrum[0])))
