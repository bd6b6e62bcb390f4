import threading

import cupy as cp
import torch

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

box = {}


def work():
    with s1:
        box["z"] = x * 2


t = threading.Thread(target=work)
t.start()
t.join()
print(torch.as_tensor(box["z"], device="cuda").sum())  # expect: CUP204
