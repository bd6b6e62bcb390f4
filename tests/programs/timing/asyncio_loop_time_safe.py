import asyncio
import time

import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


async def work():
    loop = asyncio.get_running_loop()
    begin = loop.time()
    b = a @ a
    await asyncio.sleep(0)
    if loop.time() - begin > 1:
        print("slow")
    return float(b.sum())


print(asyncio.run(work()))
