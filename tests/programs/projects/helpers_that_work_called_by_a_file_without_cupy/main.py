import steps
a = steps.load(9)
b = steps.use(a)
