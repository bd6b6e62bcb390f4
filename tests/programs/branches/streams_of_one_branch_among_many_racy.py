"""Many choices lie between what makes the streams and what uses them; with one stream nothing can go wrong."""
import cupy as cp


def run(self, x: cp.ndarray):
    if self.double:
        load, work = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
    else:
        load = work = cp.cuda.Stream.null
    size = x.size
    if self.option0:
        size, number0 = size // 2, 0
    if self.option1:
        size, number1 = size // 3, 1
    if self.option2:
        size, number2 = size // 4, 2
    if self.option3:
        size, number3 = size // 5, 3
    if self.option4:
        size, number4 = size // 6, 4
    if self.option5:
        size, number5 = size // 7, 5
    if self.option6:
        size, number6 = size // 8, 6
    if self.option7:
        size, number7 = size // 9, 7
    if self.option8:
        size, number8 = size // 10, 8
    with load:
        y = cp.asarray(self.rows[:size])
    with work:
        z = y * 2  # expect: CUP101
    work.synchronize()
    return z
