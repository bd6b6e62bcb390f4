# simulator: agrees

import asyncio

import cupy as cp

x = cp.ones(1 << 20)
s1 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


def f():
    with s1:
        r = x * 2
    return r


async def main():
    loop = asyncio.get_running_loop()
    r = await loop.run_in_executor(None, f)
    return r + 1  # expect: CUP101


asyncio.run(main())
