import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
from contextlib import asynccontextmanager, contextmanager
import asyncio


class Lanes:
    def __init__(self):
        self.lanes = {k: cp.cuda.Stream(non_blocking=True) for k in ("copy", "work")}

    @contextmanager
    def on(self, name):
        stream = self.lanes[name]
        try:
            with stream:
                yield stream
        finally:
            stream.synchronize()


@asynccontextmanager
async def scope(stream):
    with stream:
        yield
    stream.synchronize()


async def main(a):
    async with scope(s):
        b = a + 1
    return b


lanes = Lanes()
with lanes.on("copy"):
    y = x * 2
with lanes.on("work"):
    z = y + 1
w = asyncio.run(main(z))
print(w.sum())
