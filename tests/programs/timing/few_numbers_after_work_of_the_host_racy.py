import pickle
import time

import cupy as cp

start = time.perf_counter()
with open("model.pickle", "rb") as file:
    model = pickle.load(file)
weights = cp.zeros((1024, 1024))
weights += 1
print(time.perf_counter() - start)  # expect: CUP501
