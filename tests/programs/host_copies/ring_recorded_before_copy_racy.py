import cupy as cp
import cupyx

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

slots = [cupyx.zeros_pinned(1 << 20) for _ in range(2)]
done = [cp.cuda.Event() for _ in slots]
for i in range(10):
    done[i % 2].synchronize()
    slots[i % 2][:] = i  # expect: CUP202
    done[i % 2].record(s1)
    x.set(slots[i % 2], stream=s1)
s1.synchronize()
