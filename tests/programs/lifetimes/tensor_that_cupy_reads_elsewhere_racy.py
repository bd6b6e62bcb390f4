"""torch gives the memory of a tensor that is dropped to the next one, whoever else still reads it."""
import cupy as cp
import torch


class Statistics:
    def __init__(self):
        self._side = cp.cuda.Stream(non_blocking=True)
        self._side_of_torch = torch.cuda.ExternalStream(self._side.ptr)
        with self._side:
            self._total = cp.zeros((), cp.float64)

    def __call__(self, module, inputs, output):
        snap = output.detach().clone().contiguous()  # expect: CUP104
        self._side_of_torch.wait_stream(torch.cuda.current_stream())
        with self._side:
            self._total += cp.asarray(snap).sum(dtype=cp.float64)


def in_a_loop(rounds):
    side = cp.cuda.Stream(non_blocking=True)
    total = cp.zeros((), cp.float64)
    cp.cuda.Device().synchronize()
    for _ in range(rounds):
        noise = torch.rand(1 << 20, device="cuda")  # expect: CUP104
        side.wait_event(cp.cuda.Stream.null.record())
        with side:
            total += cp.asarray(noise).sum()
        del noise
    side.synchronize()
    return float(total)


def scaled(rounds, scale):
    side = cp.cuda.Stream(non_blocking=True)
    noise, total = torch.rand(1 << 20, device="cuda"), cp.zeros(())
    cp.cuda.Device().synchronize()
    for _ in range(rounds):
        louder = noise * scale + 1  # expect: CUP104
        side.wait_event(cp.cuda.Stream.null.record())
        with side:
            total += cp.asarray(louder).sum()
        louder = None
    side.synchronize()
