import cupy as cp
import numpy as np
import torch
from torch.utils.data import DataLoader

s2 = cp.cuda.Stream(non_blocking=True)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

loader = DataLoader([1, 2, 3], batch_size=2, num_workers=2)
for batch in loader:
    a = cp.asarray(batch.cuda())
    print(a.sum())
