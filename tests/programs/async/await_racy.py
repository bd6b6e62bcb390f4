# simulator: agrees

import asyncio

import cupy as cp

x = cp.ones(1 << 20)
s1 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


async def f():
    with s1:
        r = x * 2
    return r


async def main():
    r = await f()
    return r + 1  # expect: CUP103


z = asyncio.run(main())
