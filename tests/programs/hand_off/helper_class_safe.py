import cupy as cp
import torch

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Bridge:
    def __init__(self):
        self.stream = cp.cuda.Stream(non_blocking=True)

    def compute(self, a):
        with self.stream:
            self.out = a * 2
        self.stream.synchronize()
        return self.out

    def tensor(self, a):
        return torch.as_tensor(self.compute(a), device="cuda")


print(Bridge().tensor(x).sum())
