"""A stream that was torch's current one when the object was made is not the one that `forward` is called on."""
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
        self._stream = cp.cuda.ExternalStream(torch.cuda.current_stream().cuda_stream)

    def forward(self, x):
        y = torch.empty_like(x)
        with self._stream:
            KERNEL((1024,), (256,), (x.data_ptr(), y.data_ptr(), x.numel()))  # expect: CUP204
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
            gate = torch.sigmoid(self.clip(self.gate(x)))  # expect: CUP204
        trunk = self.trunk(x)
        main.wait_stream(self._side)
        gate.record_stream(main)
        return trunk * gate
