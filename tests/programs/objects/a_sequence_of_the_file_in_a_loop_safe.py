import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Streams:
    def __init__(self, *streams):
        self.streams = streams

    def __len__(self):
        return len(self.streams)

    def __getitem__(self, k):
        return self.streams[k]


with s1:
    a = x * 2
for stream in Streams(s1, s2):
    stream.synchronize()
with s2:
    b = a + 1
