# simulator: agrees

import asyncio

import cupy as cp

x = cp.ones(1 << 20)
s1 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


async def f():
    with s1:
        x.fill(2)


async def main():
    t = asyncio.create_task(f())
    await asyncio.sleep(0)
    _z = x + 1  # expect: CUP103
    await t


asyncio.run(main())
