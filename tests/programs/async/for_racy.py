# simulator: agrees

import asyncio

import cupy as cp

x = cp.ones(1 << 20)
s1 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


async def gen():
    for k in range(3):
        with s1:
            a = x * k
        await asyncio.sleep(0)
        yield a


async def main():
    keep = []
    async for a in gen():
        keep.append(a + 1)  # expect: CUP103
        keep.append(a)


asyncio.run(main())
