# simulator: agrees

import asyncio

import cupy as cp

x = cp.ones(1 << 20)
s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


async def f(lock, s, k):
    async with lock:
        with s:
            x.fill(k)
        await asyncio.to_thread(s.synchronize)


async def main():
    lock = asyncio.Lock()
    await asyncio.gather(f(lock, s1, 1), f(lock, s2, 2))


asyncio.run(main())
