import cupy as cp
copier = cp.cuda.Stream(non_blocking=True)
worker = cp.cuda.Stream(non_blocking=True)
if __name__ == '__main__':
    worker = copier
