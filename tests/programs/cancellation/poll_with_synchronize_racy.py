import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)

done = s1.record()
finished = False
while not finished:
    done.synchronize()  # expect: CUP306
    finished = done.done
