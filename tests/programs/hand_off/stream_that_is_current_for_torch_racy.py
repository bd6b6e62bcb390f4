import cupy as cp
import torch


def doubled(n):
    side = cp.cuda.Stream(non_blocking=True)
    consumer = torch.cuda.current_stream()  # whichever that is, it is not `side`
    found = torch.empty(n, dtype=torch.float32, device="cuda")
    side.wait_event(cp.cuda.ExternalStream(consumer.cuda_stream).record())
    with side:
        cp.multiply(cp.ones(n), 2, out=cp.asarray(found))
    return found + 1  # expect: CUP204
