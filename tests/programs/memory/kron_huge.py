# device-memory: 256MiB

import cupy as cp

a = cp.ones((200, 100))
b = cp.ones((100, 100))
c = cp.kron(a, b)  # expect: CUP401
