import cupy as cp
import cupyx

streams = [cp.cuda.Stream(non_blocking=True) for _ in range(3)]
rows = [cp.zeros(1 << 20) for _ in range(3)]
cp.cuda.Device().synchronize()
slots = [cupyx.zeros_pinned(1 << 20) for _ in range(3)]
done = [cp.cuda.Event() for _ in slots]
for i in range(10):
    k = i % len(slots)
    if i >= 3:
        done[(k + 1) % 3].synchronize()
    slots[k][:] = i  # expect: CUP202
    rows[k].set(slots[k], stream=streams[k])
    done[k].record(streams[k])
