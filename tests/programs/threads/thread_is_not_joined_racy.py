import threading
import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def worker():
    with s:
        x.fill(3)


t = threading.Thread(target=worker)
t.start()
t.join()
y = x.sum()  # expect: CUP101
cp.cuda.Device().synchronize()
print(y)
