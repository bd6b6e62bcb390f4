"""`forward` asks for torch's current stream each time it is called."""
import cupy as cp
import torch

KERNEL = cp.RawKernel(r'''
extern "C" __global__ void clip(const float* x, float* y, long long n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = tanhf(x[i]);
}
''', "clip")


class Clip(torch.nn.Module):
    def __init__(self):
        super().__init__()

    def forward(self, x):
        y = torch.empty_like(x)
        with cp.cuda.ExternalStream(torch.cuda.current_stream().cuda_stream):
            KERNEL((1024,), (256,), (x.data_ptr(), y.data_ptr(), x.numel()))
        return y


class Branches(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk, self.gate = torch.nn.Linear(64, 64), torch.nn.Linear(64, 64)
        self.clip = Clip()
        self._side = torch.cuda.Stream()

    def forward(self, x):
        main = torch.cuda.current_stream()
        self._side.wait_stream(main)
        with torch.cuda.stream(self._side):
            gate = torch.sigmoid(self.clip(self.gate(x)))
        trunk = self.trunk(x)
        main.wait_stream(self._side)
        gate.record_stream(main)
        return trunk * gate
