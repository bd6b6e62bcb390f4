"""Layers compute on torch's current stream, as functions of torch do; so does a network of the project."""
import cupy as cp
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(1024, 256)

    def forward(self, x):
        return torch.relu(self.layer(x))


layers = nn.Sequential(nn.Linear(1024, 256), nn.GELU()).to("cuda").eval()
net = Net().to("cuda").eval()
side = torch.cuda.Stream()
data = torch.randn(8192, 1024, device="cuda")
side.wait_stream(torch.cuda.current_stream())
with torch.cuda.stream(side):
    first = layers(data)
    second = net(data)
x = cp.asarray(first)
a = x * 2  # expect: CUP204
y = cp.asarray(second)
b = y * 2  # expect: CUP204
torch.cuda.synchronize()
