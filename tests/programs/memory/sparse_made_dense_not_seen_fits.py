# device-memory: 256MiB

import cupy as cp
import cupyx.scipy.sparse as sparse

eye = sparse.eye(20_000, dtype=cp.float32, format="csr")
full = eye.toarray()  # too much, which is not seen
