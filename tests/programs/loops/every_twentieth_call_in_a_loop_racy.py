"""What is done in one call of twenty comes after calls whose work goes on; the program shows the loop."""
import cupy as cp

work, save = cp.cuda.Stream(), cp.cuda.Stream()


class Solver:
    def __init__(self, n):
        self.steps = 0
        self.x, self.kept = cp.zeros(n), cp.zeros(n)

    def step(self):
        with work:
            self.x += 1  # expect: CUP102
        self.steps += 1
        if self.steps % 20 == 0:
            with save:
                self.kept[:] = self.x  # expect: CUP101


solver = Solver(1000)
for _ in range(60):
    solver.step()
cp.cuda.Device().synchronize()
