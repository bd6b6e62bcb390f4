import cupy as cp


class Scratch:
    def __init__(self):
        self.free = {}

    def take(self, shape):
        held = self.free.pop(shape, None)
        if held is None:
            return cp.empty(shape)
        buffer, used = held
        return buffer

    def give_back(self, buffer):
        self.free[buffer.shape] = (buffer, cp.cuda.get_current_stream().record())


def smooth(images: list[cp.ndarray], outs: list[cp.ndarray]):
    scratch = Scratch()
    lanes = [cp.cuda.Stream(non_blocking=True) for _ in range(2)]
    for lane in lanes:
        lane.wait_event(cp.cuda.get_current_stream().record())
    for k in range(4):
        with lanes[k % 2]:
            buffer = scratch.take(images[k].shape)
            cp.multiply(images[k], 2, out=buffer)  # expect: CUP102
            cp.add(buffer, 1, out=outs[k])  # expect: CUP101
            scratch.give_back(buffer)
    for lane in lanes:
        cp.cuda.get_current_stream().wait_event(lane.record())
