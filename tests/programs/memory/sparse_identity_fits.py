# device-memory: 256MiB

import cupy as cp
import cupyx.scipy.sparse as sparse

eye = sparse.eye(100_000, dtype=cp.float32, format="csr")
d = sparse.diags([cp.ones(50_000)], [0])
m = sparse.csr_matrix((100_000, 100_000), dtype=cp.float32)
