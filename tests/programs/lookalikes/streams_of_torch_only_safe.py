import cupy as cp
import requests
import torch

model = torch.nn.Linear(8, 8).cuda()
copy_stream = torch.cuda.Stream()
evt = torch.cuda.Event()


def fetch(url):
    with requests.get(url, stream=True) as r:
        return r.raw.read()


with torch.cuda.stream(copy_stream):
    batch = torch.ones(4, 8).pin_memory().to("cuda", non_blocking=True)
    evt.record()
torch.cuda.current_stream().wait_event(evt)
out = model(batch)
torch.cuda.synchronize()
a = cp.asarray(out.detach())
b = cp.sqrt(cp.abs(a))
print(b.sum(), len(fetch("http://localhost/")))
