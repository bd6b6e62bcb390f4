import threading
import time

import cupy as cp


def watch(seconds):
    begin = time.time()
    while time.time() - begin < seconds:
        pass


a = cp.random.rand(4096, 4096)
start = time.time()
watcher = threading.Thread(target=watch, args=(3,))
watcher.start()
b = a @ a
watcher.join()
print(time.time() - start)  # expect: CUP501
