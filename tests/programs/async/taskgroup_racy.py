# python: 3.11
# simulator: agrees

import asyncio

import cupy as cp

x = cp.ones(1 << 20)
s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


async def f(s, k):
    with s:
        return x * k


async def main():
    async with asyncio.TaskGroup() as tg:
        a = tg.create_task(f(s1, 2))
        b = tg.create_task(f(s2, 3))
    return a.result() + b.result()  # expect: CUP103


z = asyncio.run(main())
