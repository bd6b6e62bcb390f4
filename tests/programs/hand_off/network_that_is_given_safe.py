"""Networks of torch that callers give, by annotation or as they are put to use: torch's stream waits."""
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
        torch.cuda.current_stream().wait_stream(torch.cuda.ExternalStream(self.stream.ptr))
        batch = torch.as_tensor(made, device="cuda")
        return self.model(batch).cpu()


class Embedding:
    def __init__(self, model):
        self.model = model.eval()
        self.stream = cp.cuda.Stream(non_blocking=True)

    def of(self, host):
        with self.stream:
            made = cp.asarray(host)
            made -= made.mean()
        self.stream.synchronize()
        batch = torch.as_tensor(made, device="cuda")
        return self.model(batch).cpu()
