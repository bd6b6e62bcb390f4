"""A parameter is asked for what one class of the file has, and no other; a function of the file makes such objects."""
import dataclasses

import cupy as cp


@dataclasses.dataclass
class Cells:
    counts: cp.ndarray
    offsets: cp.ndarray
    order: cp.ndarray
    stream: cp.cuda.Stream


def new_cells(n):
    made = Cells(cp.zeros(n), cp.zeros(n + 1), cp.zeros(n), cp.cuda.Stream(non_blocking=True))
    cp.cuda.get_current_stream().synchronize()
    return made


def sort(c):
    with c.stream:
        c.counts += 1
        cp.cumsum(c.counts, out=c.offsets[1:])
        c.order.fill(0)
