"""Monte Carlo with one generator and one stream a worker; results summed after a wait for all."""

import math

import cupy as cp


class Simulation:
    def __init__(self, n_streams, paths):
        self.streams = [cp.cuda.Stream(non_blocking=True) for _ in range(n_streams)]
        self.rngs = [cp.random.default_rng(seed) for seed in range(n_streams)]
        self.payoffs = [None] * n_streams
        self.paths = paths

    def launch(self, s0, k, r, sigma, t):
        drift = (r - 0.5 * sigma**2) * t
        for i, stream in enumerate(self.streams):
            with stream:
                z = self.rngs[i].standard_normal(self.paths)
                st = s0 * cp.exp(drift + sigma * math.sqrt(t) * z)
                self.payoffs[i] = cp.maximum(st - k, 0).mean()

    def wait(self):
        for stream in self.streams:
            stream.synchronize()

    def price(self, **kw):
        self.launch(**kw)
        self.wait()
        return math.exp(-kw["r"] * kw["t"]) * float(sum(self.payoffs)) / len(self.payoffs)


def main():
    sim = Simulation(4, 1 << 20)
    cp.cuda.Device().synchronize()
    for strike in (90, 100, 110):
        print(strike, sim.price(s0=100.0, k=strike, r=0.02, sigma=0.2, t=1.0))


if __name__ == "__main__":
    main()
