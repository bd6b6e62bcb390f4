import asyncio
import cupy as cp

stream = cp.cuda.Stream(non_blocking=True)


async def wait_stream(s):
    while not s.done:
        await asyncio.sleep(0)


async def compute(x):
    stream.wait_event(cp.cuda.get_current_stream().record())
    with stream:
        y = cp.sqrt(x)
    await wait_stream(stream)
    return y


async def main():
    x = cp.ones(1 << 20)
    y = await compute(x)
    print(float(y.sum()))
    results = await asyncio.gather(*(compute(x) for _ in range(3)))
    print(sum(float(r.sum()) for r in results))


asyncio.run(main())
