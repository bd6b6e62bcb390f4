"""The host waits for the stream that the networks compute on."""
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
side.synchronize()
x = cp.asarray(first)
a = x * 2
y = cp.asarray(second)
b = y * 2
torch.cuda.synchronize()
