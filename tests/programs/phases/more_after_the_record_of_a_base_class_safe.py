"""A subclass queues more behind the event that the base class has recorded."""
import cupy as cp


class Species:
    def __init__(self, x, grid):
        self.x = cp.asarray(x)
        self.grid = grid
        self.stream = cp.cuda.Stream()
        self.pushed = cp.cuda.Event()
        cp.cuda.Device().synchronize()

    def push(self):
        with self.stream:
            self.x += 1  # maybe: CUP102
            self.pushed.record()

    def deposit(self):
        grid = self.grid
        grid.stream.wait_event(self.pushed)
        with grid.stream:
            grid.density = self.x * 2


class Periodic(Species):
    def push(self):
        super().push()
        with self.stream:
            self.x %= 1
            self.pushed.record()


class Simulation:
    def __init__(self, species):
        self.species = species

    def step(self):
        for each in self.species:
            each.push()
        for each in self.species:
            each.deposit()
        cp.cuda.Device().synchronize()
