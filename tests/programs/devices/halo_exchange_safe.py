"""Halo exchange between two devices with events on both sides."""

import cupy as cp


class Domain:
    def __init__(self, device, n):
        self.device = cp.cuda.Device(device)
        with self.device:
            self.stream = cp.cuda.Stream(non_blocking=True)
            self.halo_stream = cp.cuda.Stream(non_blocking=True)
            with self.stream:
                self.u = cp.zeros(n + 2)
                self.new = cp.zeros(n + 2)
            self.stream.synchronize()

    def step(self):
        with self.device, self.stream:
            self.new[1:-1] = 0.5 * (self.u[:-2] + self.u[2:])
            return self.stream.record()

    def swap(self):
        self.u, self.new = self.new, self.u


def exchange(left, right):
    with left.device:
        a = left.stream.record()
    with right.device:
        b = right.stream.record()
    with right.device, right.halo_stream:
        right.halo_stream.wait_event(a)
        right.halo_stream.wait_event(b)
        right.u[0:1] = left.u[-2:-1]
        done_right = right.halo_stream.record()
    with left.device, left.halo_stream:
        left.halo_stream.wait_event(a)
        left.halo_stream.wait_event(b)
        left.u[-1:] = right.u[1:2]
        done_left = left.halo_stream.record()
    for domain in (left, right):
        with domain.device:
            domain.stream.wait_event(done_right)
            domain.stream.wait_event(done_left)


def main():
    left, right = Domain(0, 1000), Domain(1, 1000)
    for _ in range(10):
        left.step()
        right.step()
        left.swap()
        right.swap()
        exchange(left, right)
    for d in (left, right):
        with d.device:
            d.stream.synchronize()
            print(float(d.u.sum()))


if __name__ == "__main__":
    main()
