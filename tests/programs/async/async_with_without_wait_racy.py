import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
import asyncio
from contextlib import asynccontextmanager


@asynccontextmanager
async def scope(stream):
    with stream:
        yield


async def main():
    async with scope(s):
        y = x * 2
    z = y + 1  # expect: CUP103
    cp.cuda.Device().synchronize()
    return z


asyncio.run(main())
