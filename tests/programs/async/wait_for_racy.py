# simulator: agrees

import asyncio

import cupy as cp

x = cp.ones(1 << 20)
s1 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


async def f():
    with s1:
        return x * 2


async def main():
    r = await asyncio.wait_for(f(), 5)
    return r + 1  # expect: CUP103


asyncio.run(main())
