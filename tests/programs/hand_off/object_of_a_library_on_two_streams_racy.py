"""Objects of nvmath keep their operands and a work area between calls; which stream waits is up to the caller."""
import cupy as cp
import nvmath

a = cp.random.rand(8, 8) + 0j
s1 = cp.cuda.Stream()
with nvmath.fft.FFT(a, axes=(0,), stream=s1) as f:
    f.plan(stream=s1)
    b = f.execute(stream=s1)
    e1 = s1.record()
    s2 = cp.cuda.Stream()
    with s2:
        c = cp.random.rand(8, 8) + 0j
    f.reset_operand(c, stream=s2)  # expect: CUP101
    d = f.execute(stream=s2)  # maybe: CUP101
    s2.synchronize()
