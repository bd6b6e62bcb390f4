import cupy as cp
from jax.dlpack import from_dlpack


def step(tile):
    scaled = cp.asarray(tile) * 2
    x = from_dlpack(scaled)
    return x + 1
