import threading
import cupy as cp

done = threading.Event()
stream = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def on_done(event):
    event.set()


with stream:
    y = cp.sqrt(x)
    y *= 3
stream.launch_host_func(on_done, done)
done.wait()
print(y.sum())
x.fill(4)
