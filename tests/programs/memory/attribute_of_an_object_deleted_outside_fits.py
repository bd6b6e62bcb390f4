# device-memory: 256MiB

import cupy as cp


class Field:
    pass


field = Field()
field.data = cp.ones((5000, 5000), dtype=cp.float32)
field.work = cp.ones((5000, 5000), dtype=cp.float32)
del field.work
other = cp.zeros((5000, 5000), dtype=cp.float32)
