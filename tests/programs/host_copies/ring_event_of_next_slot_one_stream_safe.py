import cupy as cp
import cupyx

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

slots = [cupyx.zeros_pinned(1 << 20) for _ in range(3)]
done = [cp.cuda.Event() for _ in slots]
for i in range(10):
    k = i % len(slots)
    done[(k + 1) % 3].synchronize()
    slots[k][:] = i
    x.set(slots[k], stream=s1)
    done[k].record(s1)
