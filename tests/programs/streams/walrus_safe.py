import cupy as cp

x = cp.ones(1 << 20)
if (s := cp.cuda.Stream(non_blocking=True)) and (e := cp.cuda.get_current_stream().record()):
    s.wait_event(e)
with s:
    y = (z := x * 2) + 1
while not (finished := s.done):
    pass
print(finished, y.sum(), z.sum())
with (t := cp.cuda.Stream()):
    w = y * 2
print(w)
