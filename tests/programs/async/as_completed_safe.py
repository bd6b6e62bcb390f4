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
    for c in asyncio.as_completed([f(s1, 1), f(s2, 2)]):
        r = await c
        _z = r + 1


asyncio.run(main())
