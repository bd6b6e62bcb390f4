# simulator: agrees

import asyncio

import cupy as cp

x = cp.ones(1 << 20)
s1 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


class Scope:
    async def __aenter__(self):
        self.s = s1
        return self.s

    async def __aexit__(self, *exc):
        self.s.synchronize()


async def main():
    async with Scope() as s:
        with s:
            r = x * 2
    return r + 1


asyncio.run(main())
