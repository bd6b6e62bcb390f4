"""Networks of torch that callers give, by annotation or as they are put to use: they compute on torch's current stream."""
import cupy as cp
import torch


class Features:
    def __init__(self, model: torch.nn.Module):
        self.model = model
        self.stream = cp.cuda.Stream(non_blocking=True)

    def of(self, host):
        with self.stream:
            made = cp.asarray(host)
            made -= made.mean()
        batch = torch.as_tensor(made, device="cuda")
        return self.model(batch).cpu()  # expect: CUP204


class Embedding:
    def __init__(self, model):
        self.model = model.eval()
        self.stream = cp.cuda.Stream(non_blocking=True)

    def of(self, host):
        with self.stream:
            made = cp.asarray(host)
            made -= made.mean()
        batch = torch.as_tensor(made, device="cuda")
        return self.model(batch).cpu()  # expect: CUP204
