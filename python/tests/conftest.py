"""One folder of compiled code for all tests, so that only the first compiles."""

from __future__ import annotations

import os
from pathlib import Path

_TARGET = Path(__file__).resolve().parents[2] / "target"
if _TARGET.is_dir():
    os.environ.setdefault("TOOLTRIM_CACHE", str(_TARGET / "python" / "cache"))
