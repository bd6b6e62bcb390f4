import cupy as cp, itertools, enum, collections, copy, dataclasses, types
from enum import Enum, IntFlag
s1 = cp.cuda.Stream(non_blocking=True)
next(); iter(); zip(); enumerate(); reversed(); divmod(1, 0); divmod(1); list(1); tuple(3); dict(3); dict([1, (2,)])
itertools.islice(); itertools.islice([1], -1); itertools.islice([1, 2], 1, 2, 0); itertools.product(); itertools.product([1], repeat=-3)
itertools.chain(*unknown); itertools.cycle(); itertools.cycle([]); itertools.count(s1); itertools.repeat(); itertools.batched([1,2,3], 0)
itertools.permutations([1,2,3,4,5,6,7,8,9,10,11]); itertools.combinations(range(60), 30); itertools.zip_longest([1], [2, 3], fillvalue=0)
for a, b in zip(itertools.cycle([]), [1, 2]): print(a)
for a in itertools.cycle([]): print(a)
for a in itertools.count(0.5, s1): break
collections.deque(maxlen=0).append(1); collections.deque([1,2], maxlen=-1); collections.deque(maxlen=foo).append(3); collections.deque(3, 2)
d = collections.deque([1, 2, 3], 2); d.rotate(); d.rotate(foo); d.insert(); d.pop(99); d.remove(77); d.extend(5); d.extendleft([1]); d.sort(key=3); d.index(1); d.count()
q = []; q.rotate(1); q.pop(); q.sort(); q.index(3)
e = collections.defaultdict(); e[1]; f = collections.defaultdict(list); f[1].append(2); f[s1]; f[cp.ones(3)]; g = collections.defaultdict(int); g[3] += 1
h = collections.defaultdict(lambda: 1 / 0); h["x"]; i = collections.defaultdict(3); i[2]
A = Enum("A"); B = Enum("B", 3); C = Enum("C", ["x", ("y", 2)]); D = Enum("D", {"a": 1}); E = Enum(); F = Enum("F", [("x",), "y"]); F.x.value; F["x"]; F["zz"]; list(F); len(F)
class G(IntFlag):
    a = 1
    b = a | 2
    c = "x"
    d = enum.auto()
    e = (1, 2)
    f = [1]
~G.a; G.a | G.zz; G.a & 5; G.a | "x"; -G.a; G.c + 1; G.e in G.f; G.a in 3; G.a < G.c; not G.a; G.b.name.value; f"{G.a}"
N = collections.namedtuple("N", 3); P = collections.namedtuple("P", "a b", defaults=(1, 2, 3)); P(1)[0]; P(1, 2)[5]; a, b = P(1, 2); collections.namedtuple()
types.SimpleNamespace(a=1).a; types.SimpleNamespace(3).b; dataclasses.replace(3); dataclasses.replace(); copy.copy(); copy.copy(d); copy.copy(f); copy.copy(s1)
"%s %d".format(1, 2); "{:99999999}".format(1); "a".join([1]); "a" * 10**9; "x".index("y"); "abc"[7]; "abc"[-1]; range(10)[3]; range(1 << 61).index(3); max(range(1 << 61)); sum(range(1 << 40)); int("9" * 5000); int("x"); pow(2, 10**9); pow(2, -1, 0); round("x"); chr(-1); min(); max([]); abs("x"); sorted([3, "x"]); sorted([3, 1], reverse=True, key=foo); set([[1], [1]]); frozenset({1: 2})
isinstance(); isinstance(1, (int, str, Foo)); isinstance(s1, int); isinstance([], list); isinstance(None, type(None)); isinstance(True, int)
dict.fromkeys("abc", 1)["a"]; dict(zip("ab", [1, 2]))["b"]; {}.setdefault(1); {}.popitem(); {1: 2}.popitem(); {}.move_to_end(3); {}.get(); {}.copy()
x = 0 < foo < 3 < s1; assert 1 < 2 < 3
while 0 <= x < 3: x += 1
for c in "abc": print(c)
for c in b"abc": print(c)
for c in cp.ones(3): print(c)
