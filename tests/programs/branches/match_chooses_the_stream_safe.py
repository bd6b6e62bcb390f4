import sys
import cupy as cp

mode = sys.argv[1] if len(sys.argv) > 1 else "null"
match mode:
    case "null":
        s = cp.cuda.Stream.null
    case "blocking" | "default":
        s = cp.cuda.Stream()
    case "free":
        s = cp.cuda.Stream(non_blocking=True)
        s.wait_event(cp.cuda.get_current_stream().record())
    case _:
        raise SystemExit(2)

x = cp.ones(1 << 10)
cp.cuda.get_current_stream().synchronize()
with s:
    y = x * 2
match s.record():
    case cp.cuda.Event() as e:
        e.synchronize()
print(y.sum())  # maybe: CUP103
