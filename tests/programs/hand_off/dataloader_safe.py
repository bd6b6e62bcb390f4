import cupy as cp
import torch
from torch.utils.data import DataLoader

loader = DataLoader([1, 2, 3], batch_size=2, num_workers=2)
for batch in loader:
    a = cp.asarray(batch.cuda())
    print(a.sum())
