"""Copies on a null stream wait for what the null streams of both devices, and streams that heed them, have to do."""

import cupy as cp


def add(parts: list[cp.ndarray], number):
    with cp.cuda.Device(number):
        found = 0
        for part in parts:
            found += cp.asarray(part)
    return found
