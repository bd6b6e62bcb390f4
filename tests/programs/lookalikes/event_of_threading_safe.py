import queue
import threading
import cupy as cp

ready = threading.Event()
stop = threading.Event()
stream = queue.Queue()


def worker():
    ready.wait()
    while not stop.is_set():
        item = stream.get()
        if item is None:
            break
        print(float(item.sum()))


t = threading.Thread(target=worker)
t.start()
ready.set()
for k in range(4):
    stream.put(cp.full(1000, k))
stream.put(None)
stop.set()
t.join()
