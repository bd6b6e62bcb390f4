# simulator: agrees

import asyncio

import cupy as cp

x = cp.ones(1 << 20)
s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

sem = asyncio.Semaphore(1)


async def f(s, k):
    async with sem:
        with s:
            x.fill(k)
        await asyncio.to_thread(s.synchronize)


async def main():
    await asyncio.gather(*(f(s, k) for k, s in enumerate([s1, s2])))


asyncio.run(main())
