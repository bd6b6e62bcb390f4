"""A list that is written out goes into another one as a whole, however deep in loops."""

import cupy as cp

stream = cp.cuda.Stream(non_blocking=True)


def run(runs):
    x = cp.zeros(1 << 20)
    for samples in runs:
        for frames in samples:
            for rows in frames:
                for parts in rows:
                    for part in parts:
                        given = []
                        given.extend([part, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, x])
                        with stream:
                            y = given[11] + 1  # expect: CUP101
