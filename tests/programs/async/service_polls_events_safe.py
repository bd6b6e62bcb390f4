"""Async service: asyncio with events polled, never blocks the loop."""

import asyncio

import cupy as cp
import numpy as np


async def wait(event, interval=1e-4):
    while not event.done:
        await asyncio.sleep(interval)


class Service:
    def __init__(self, n=4):
        self.streams = asyncio.Queue()
        for _ in range(n):
            self.streams.put_nowait(cp.cuda.Stream(non_blocking=True))

    def _launch(self, stream, data):
        with stream:
            x = cp.asarray(data)
            y = cp.fft.rfft(x)
            p = cp.abs(y) ** 2
        return p, stream.record()

    async def handle(self, data):
        stream = await self.streams.get()
        try:
            p, event = self._launch(stream, data)
            await wait(event)
            return cp.asnumpy(p, stream=stream)
        finally:
            self.streams.put_nowait(stream)


async def main():
    service = Service()
    rng = np.random.default_rng()
    results = await asyncio.gather(*(service.handle(rng.random(4096)) for _ in range(32)))
    print(len(results), results[0].shape)


if __name__ == "__main__":
    asyncio.run(main())
