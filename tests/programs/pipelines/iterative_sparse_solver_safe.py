"""Sparse solver, iterative, convergence tested with item() each few iterations."""

import logging

import cupy as cp
import cupyx.scipy.sparse as sp
from cupyx.scipy.sparse import linalg as spla

logger = logging.getLogger(__name__)


def poisson(n):
    main = 4 * cp.ones(n * n)
    side = -cp.ones(n * n - 1)
    side[n - 1 :: n] = 0
    far = -cp.ones(n * n - n)
    return sp.diags([main, side, side, far, far], [0, 1, -1, n, -n], format="csr")


class Solver:
    def __init__(self, a, stream=None):
        self.a = a
        self.stream = stream if stream is not None else cp.cuda.get_current_stream()

    def solve(self, b, tol=1e-8, maxiter=500):
        with self.stream:
            x = cp.zeros_like(b)
            r = b - self.a @ x
            p = r.copy()
            rr = cp.vdot(r, r)
            for i in range(maxiter):
                ap = self.a @ p
                alpha = rr / cp.vdot(p, ap)
                x += alpha * p
                r -= alpha * ap
                new = cp.vdot(r, r)
                if i % 10 == 0 and float(new) < tol:
                    logger.info("converged after %d", i)
                    break
                p = r + (new / rr) * p
                rr = new
            self.stream.synchronize()
        return x


def main():
    a = poisson(64)
    b = cp.ones(64 * 64)
    x = Solver(a).solve(b)
    cp.cuda.Device().synchronize()
    y = Solver(a, cp.cuda.Stream(non_blocking=True)).solve(b)
    z, info = spla.cg(a, b)
    print(abs(x - y).max(), abs(y - z).max(), info)


if __name__ == "__main__":
    main()
