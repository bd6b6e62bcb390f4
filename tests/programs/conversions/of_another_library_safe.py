import cupy as cp
import numpy as np
import torch

t = torch.ones(9, device="cuda")
h = np.asarray(t.cpu())
