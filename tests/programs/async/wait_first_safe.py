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
    tasks = [asyncio.create_task(f(s1, 1)), asyncio.create_task(f(s2, 2))]
    done, _pending = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for t in done:
        _z = t.result() + 1
    await asyncio.gather(*tasks)


asyncio.run(main())
