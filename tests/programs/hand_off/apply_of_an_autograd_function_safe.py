"""`apply` of an `autograd.Function` calls its `forward`, which asks for torch's stream each time."""
import cupy
import torch

kernel = cupy.RawKernel(r'''extern "C" __global__ void twice(const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] * 2;
}''', "twice")



class Twice(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        y = x.new_zeros(x.shape)
        stream = cupy.cuda.ExternalStream(torch.cuda.current_stream().cuda_stream)
        kernel((4096,), (256,), (x.data_ptr(), y.data_ptr(), x.numel()), stream=stream)
        return y


side = torch.cuda.Stream()
with torch.cuda.stream(side):
    x = torch.rand(1 << 20, device="cuda")
    y = Twice.apply(x)
    total = y.sum()
side.synchronize()
print(total)
