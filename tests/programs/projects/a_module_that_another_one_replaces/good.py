import kit

s = kit.device.Stream(non_blocking=True)
with s:
    y = kit.device.negated(kit.device.zeros(1 << 20))
