# simulator: agrees

import asyncio
from concurrent.futures import ThreadPoolExecutor

import cupy as cp

x = cp.ones(1 << 20)
s1 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


def f():
    with s1:
        r = x * 2
    s1.synchronize()
    return r


async def main():
    loop = asyncio.get_running_loop()
    with ThreadPoolExecutor() as pool:
        r = await loop.run_in_executor(pool, f)
    return r + 1


asyncio.run(main())
