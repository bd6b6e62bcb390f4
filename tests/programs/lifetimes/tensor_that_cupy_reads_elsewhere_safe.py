"""`record_stream` has torch keep the memory until the other stream is done; so do references, and gradients."""
import cupy as cp
import torch


class Statistics:
    def __init__(self):
        self._side = cp.cuda.Stream(non_blocking=True)
        self._side_of_torch = torch.cuda.ExternalStream(self._side.ptr)
        with self._side:
            self._total = cp.zeros((), cp.float64)

    def __call__(self, module, inputs, output):
        snap = output.detach().clone().contiguous()
        self._side_of_torch.wait_stream(torch.cuda.current_stream())
        with self._side:
            self._total += cp.asarray(snap).sum(dtype=cp.float64)
        snap.record_stream(self._side_of_torch)


def kept(rounds):
    side = cp.cuda.Stream(non_blocking=True)
    total = cp.zeros((), cp.float64)
    cp.cuda.Device().synchronize()
    everything = []
    for _ in range(rounds):
        noise = torch.rand(1 << 20, device="cuda")
        everything.append(noise)
        side.wait_event(cp.cuda.Stream.null.record())
        with side:
            total += cp.asarray(noise).sum()
        del noise
    side.synchronize()
    return float(total)


def for_gradients(weight: torch.Tensor, rounds):
    side = cp.cuda.Stream(non_blocking=True)
    loss, total = torch.zeros((), device="cuda"), cp.zeros(())
    cp.cuda.Device().synchronize()
    for _ in range(rounds):
        product = torch.exp(weight * 2)  # exp keeps its result for the gradient
        side.wait_event(cp.cuda.ExternalStream(torch.cuda.current_stream().cuda_stream).record())
        with side:
            total += cp.asarray(product.detach()).sum()
        loss = loss + product.sum()
        del product
    return loss


def squares_for_gradients(weight: torch.Tensor, rounds):
    side = cp.cuda.Stream(non_blocking=True)
    loss, total = torch.zeros((), device="cuda"), cp.zeros(())
    cp.cuda.Device().synchronize()
    for _ in range(rounds):
        scaled = weight.mul(3)
        side.wait_event(cp.cuda.ExternalStream(torch.cuda.current_stream().cuda_stream).record())
        with side:
            total += cp.asarray(scaled.detach()).sum()
        loss = loss + (scaled * scaled).sum()  # the product keeps its operands
        del scaled
    return loss


def of_that_type_already(x: torch.Tensor, rounds):
    side = cp.cuda.Stream(non_blocking=True)
    largest = cp.zeros((), cp.float32)
    cp.cuda.Device().synchronize()
    for _ in range(rounds):
        same = x.detach().float()
        side.wait_event(cp.cuda.ExternalStream(torch.cuda.current_stream().cuda_stream).record())
        with side:
            largest = cp.maximum(largest, cp.asarray(same).max())
        del same
    side.synchronize()
    return float(largest)
