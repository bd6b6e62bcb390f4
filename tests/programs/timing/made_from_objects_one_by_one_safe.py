# The host makes a number of each player in the interval: what the device then does with each takes no time beside that.
import timeit

import cupy as cp


def measure(players):
    def imbalance():
        ratios = cp.array([player.ratio for player in players])
        gains = cp.array([player.gain for player in players])
        return cp.sum((ratios - cp.mean(ratios)) * gains)

    print(timeit.timeit(imbalance, number=100))  # maybe: CUP501
