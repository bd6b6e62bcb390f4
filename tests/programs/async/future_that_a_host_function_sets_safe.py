import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
import asyncio


async def wait_for(stream):
    loop = asyncio.get_running_loop()
    future = loop.create_future()
    stream.launch_host_func(lambda _: loop.call_soon_threadsafe(future.set_result, None), None)
    await future


async def main():
    with s:
        y = x * 2
    await wait_for(s)
    print(y.sum())


asyncio.run(main())
