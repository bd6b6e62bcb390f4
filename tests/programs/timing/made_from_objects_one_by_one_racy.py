# A product of matrices looks at each element many times.
import timeit

import cupy as cp


def measure(players):
    def imbalance():
        ratios = cp.array([player.ratios for player in players])
        gains = cp.array([player.gains for player in players])
        return ratios @ gains

    print(timeit.timeit(imbalance, number=100))  # expect: CUP501
