# simulator: agrees

import asyncio

import cupy as cp

x = cp.ones(1 << 20)
s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


async def f(s, k):
    with s:
        r = x * k
    await asyncio.to_thread(s.synchronize)
    return r


async def main():
    a, b = await asyncio.gather(f(s1, 1), f(s2, 2))
    return a + b


z = asyncio.run(main())
