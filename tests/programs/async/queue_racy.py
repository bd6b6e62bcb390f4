# simulator: agrees

import asyncio

import cupy as cp

x = cp.ones(1 << 20)
s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


async def prod(q):
    for k in range(3):
        with s1:
            a = x * k
        await q.put(a)
    await q.put(None)


async def cons(q):
    keep = []
    while (a := await q.get()) is not None:
        with s2:
            keep.append(a + 1)  # expect: CUP101
        keep.append(a)


async def main():
    q = asyncio.Queue(maxsize=2)
    await asyncio.gather(prod(q), cons(q))


asyncio.run(main())
