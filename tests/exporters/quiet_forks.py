"""Lets the tests' own process, which runs gRPC servers, start programs. Imported before grpc, for its effect.

grpcio's handlers for forks sometimes abort a child that is only there to start a program (Python 3.9 forks for that).
They are off in the tests' own process, and on, as by default, in the programs that it starts.
"""

from __future__ import annotations

import os

SWITCH = "GRPC_ENABLE_FORK_SUPPORT"
_before = os.environ.get(SWITCH)
os.environ[SWITCH] = "0"
import grpc  # noqa: E402

# The core reads the variable when its first channel opens.
grpc.insecure_channel("127.0.0.1:1").close()
del os.environ[SWITCH]
if _before is not None:
    os.environ[SWITCH] = _before
