import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
import asyncio


async def main():
    with s:
        y = x * 2
    await asyncio.to_thread(s.synchronize)
    print(y.sum())
    with s:
        y += 1
    await asyncio.get_running_loop().run_in_executor(None, s.synchronize)
    print(y.sum())


asyncio.run(main())
