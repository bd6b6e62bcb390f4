import itertools

import cupy as cp
from tqdm import tqdm

a = cp.zeros(1 << 20)
ready = cp.cuda.get_current_stream().record()
with cp.cuda.Stream(non_blocking=True) as stream:
    stream.wait_event(ready)
    for number in tqdm(itertools.count()):
        a += 1
        if number == 100:
            break
print(a)  # expect: CUP103
