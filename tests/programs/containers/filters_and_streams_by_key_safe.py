"""Kalman filter bank: streams picked by key; state dict of arrays; one wait for all at the end."""

import cupy as cp


class Bank:
    def __init__(self, keys, dim):
        self.streams = {k: cp.cuda.Stream(non_blocking=True) for k in keys}
        self.state = {}
        self.cov = {}
        for k, s in self.streams.items():
            with s:
                self.state[k] = cp.zeros(dim)
                self.cov[k] = cp.eye(dim)

    def predict(self, k, f, q):
        with self.streams[k]:
            self.state[k] = f @ self.state[k]
            self.cov[k] = f @ self.cov[k] @ f.T + q

    def update(self, k, z, r):
        with self.streams[k]:
            gain = self.cov[k] @ cp.linalg.inv(self.cov[k] + r)
            self.state[k] = self.state[k] + gain @ (cp.asarray(z) - self.state[k])
            self.cov[k] = (cp.eye(len(z)) - gain) @ self.cov[k]

    def sync(self):
        for s in self.streams.values():
            s.synchronize()


def main():
    bank = Bank("abc", 4)
    f, q, r = cp.eye(4), 0.1 * cp.eye(4), 0.5 * cp.eye(4)
    cp.cuda.Device().synchronize()
    for t in range(5):
        for k in "abc":
            bank.predict(k, f, q)
            bank.update(k, [t, t, t, t], r)
    bank.sync()
    for k in sorted(bank.state):
        print(k, bank.state[k], float(bank.cov[k].trace()))


if __name__ == "__main__":
    main()
