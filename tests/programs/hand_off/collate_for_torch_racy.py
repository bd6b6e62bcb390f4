"""What fills a batch has its stream wait for torch's, and not torch's for its own."""
import cupy as cp
import torch


class Collate:
    def __init__(self, width):
        self.width = width
        self.stream = cp.cuda.Stream(non_blocking=True)
        self.side = torch.cuda.ExternalStream(self.stream.ptr)

    def __call__(self, samples):
        current = torch.cuda.current_stream()
        batch = torch.empty((len(samples), self.width), dtype=torch.float32, device="cuda")
        self.side.wait_stream(current)
        with self.stream:
            view = cp.asarray(batch)
            view -= 3
        self.side.wait_stream(current)
        return batch


def train(model: torch.nn.Module, parts, collate: Collate):
    for part in parts:
        model(collate(part)).backward()  # expect: CUP204
