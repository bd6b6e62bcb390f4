"""A task graph: nodes know their predecessors' events."""

from __future__ import annotations

import cupy as cp


class Node:
    def __init__(self, fn, *inputs):
        self.fn = fn
        self.inputs = inputs
        self.value = None
        self.event = None

    def launch(self, stream):
        for node in self.inputs:
            stream.wait_event(node.event)
        with stream:
            self.value = self.fn(*[node.value for node in self.inputs])
        self.event = stream.record()


class Graph:
    def __init__(self, n_streams=4):
        self.streams = [cp.cuda.Stream(non_blocking=True) for _ in range(n_streams)]
        self.nodes = []

    def add(self, fn, *inputs):
        node = Node(fn, *inputs)
        self.nodes.append(node)
        return node

    def run(self):
        for i, node in enumerate(self.nodes):
            node.launch(self.streams[i % len(self.streams)])
        for node in self.nodes:
            node.event.synchronize()


def main():
    g = Graph()
    a = g.add(lambda: cp.ones((64, 64)))
    b = g.add(lambda: cp.eye(64))
    c = g.add(cp.matmul, a, b)
    d = g.add(cp.add, c, a)
    e = g.add(lambda x: x.sum(axis=0), d)
    g.run()
    print(e.value[:3], d.value.shape)


if __name__ == "__main__":
    main()
