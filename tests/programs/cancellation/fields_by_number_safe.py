import cupy as cp

parts = [cp.zeros(1), cp.ones(1), cp.ones(1)]
i = 0
while i < 3 and float(parts[i][0]) < 0.5:
    i += 1
