# simulator: agrees

import asyncio

import cupy as cp

x = cp.ones(1 << 20)
s1 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


async def f():
    with s1:
        x.fill(2)
    s1.synchronize()


async def main():
    t = asyncio.create_task(f())
    await t
    return x + 1


z = asyncio.run(main())
