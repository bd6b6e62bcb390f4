# simulator: agrees

import asyncio

import cupy as cp

x = cp.ones(1 << 20)
s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


async def a(ev):
    with s1:
        x.fill(2)
    await asyncio.to_thread(s1.synchronize)
    ev.set()


async def b(ev):
    await ev.wait()
    with s2:
        return x + 1


async def main():
    ev = asyncio.Event()
    await asyncio.gather(a(ev), b(ev))


asyncio.run(main())
