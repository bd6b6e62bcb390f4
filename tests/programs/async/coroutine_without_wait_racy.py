import asyncio
import cupy as cp

stream = cp.cuda.Stream(non_blocking=True)


async def compute(x):
    with stream:
        y = cp.sqrt(x)
    await asyncio.sleep(0.01)
    return y


async def main():
    x = cp.ones(1 << 20)
    cp.cuda.Device().synchronize()
    y = await compute(x)
    print(float(y.sum()))  # expect: CUP103


asyncio.run(main())
