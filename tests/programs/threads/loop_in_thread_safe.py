# simulator: agrees

import asyncio
import threading

import cupy as cp

x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
s1 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


async def f():
    with s1:
        y = x * 2
    s1.synchronize()
    return y


loop = asyncio.new_event_loop()
t = threading.Thread(target=loop.run_forever, daemon=True)
t.start()
r = asyncio.run_coroutine_threadsafe(f(), loop).result()
z = r + 1
loop.call_soon_threadsafe(loop.stop)
t.join()
