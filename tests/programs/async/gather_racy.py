# simulator: agrees

import asyncio

import cupy as cp

x = cp.ones(1 << 20)
s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


async def f(s, k):
    with s:
        x.fill(k)  # expect: CUP102
    await asyncio.sleep(0)
    s.synchronize()


async def main():
    await asyncio.gather(f(s1, 1), f(s2, 2))


asyncio.run(main())
