"""Early exits: every exit of the loop passes the wait in finally."""

import logging

import cupy as cp
import numpy as np

log = logging.getLogger(__name__)


class Cancelled(Exception):
    pass


def search(hosts, threshold, should_stop=lambda: False):
    stream = cp.cuda.Stream(non_blocking=True)
    best = None
    index = -1
    try:
        for i, host in enumerate(hosts):
            if should_stop():
                raise Cancelled(i)
            with stream:
                x = cp.asarray(host)
                score = cp.linalg.norm(x)
                if best is None:
                    best, index = score, i
                    continue
                better = score > best
            if better.get(stream=stream):
                best, index = score, i
            if i > 100:
                break
    except Cancelled as e:
        log.warning("cancelled at %s", e)
    finally:
        stream.synchronize()
    if best is None:
        return None
    return index, float(best), bool(best > threshold)


def main():
    rng = np.random.default_rng()
    print(search((rng.random(100) for _ in range(10)), 5.0))
    print(search([], 1.0))


if __name__ == "__main__":
    main()
