"""Compiled code between processes.

Compiling the core takes longer than everything else. The result is kept in a folder of the user's own: it is machine
code that this process will run, so nobody else may have written it. ``TOOLTRIM_CACHE`` names another folder; empty, it
turns the cache off.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
import stat
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import wasmtime


def compiled(engine: wasmtime.Engine, part: str, code: bytes) -> wasmtime.Module:
    """Returns a module, compiled now or earlier. No fault of the cache is an error."""
    from wasmtime import WasmtimeError

    from ._runtime import Module

    path = _path(part, code)
    kept = _read(path) if path else None
    if kept is not None:
        try:
            return Module.deserialize(engine, kept)
        except WasmtimeError:
            pass  # Of another version or processor.
    module = Module(engine, code)
    if path:
        _write(path, module)
    return module


def folder() -> Path | None:
    """Returns the folder of the cache, which need not exist; ``None`` if there is none."""
    given = os.environ.get("TOOLTRIM_CACHE")
    if given is not None:
        return Path(given) if given else None
    try:
        if sys.platform == "win32":
            base = os.environ.get("LOCALAPPDATA")
            return Path(base) / "tooltrim_core" / "Cache" if base else None
        if sys.platform == "darwin":
            return Path.home() / "Library" / "Caches" / "tooltrim_core"
        base = os.environ.get("XDG_CACHE_HOME")
        return (Path(base) if base and os.path.isabs(base) else Path.home() / ".cache") / "tooltrim_core"
    except RuntimeError:  # No home folder.
        return None


def _path(part: str, code: bytes) -> Path | None:
    where = folder()
    if where is None:
        return None
    key = hashlib.sha256(code).hexdigest()[:16]
    return where / f"{part}-{key}-{_runtime()}-{sys.platform}-{platform.machine()}.bin"


def _runtime() -> str:
    """The name and version of the runtime, as installed; importlib.metadata takes ten times as long."""
    import wasmtime

    around = Path(wasmtime.__file__).parent.parent
    installed = sorted(path.stem for path in around.glob("wasmtime-*.dist-info"))
    # In a program that is one file there is none. The runtime checks the version of what it reads, too.
    return installed[-1] if installed else "wasmtime"


def _is_own(status: os.stat_result) -> bool:
    """True if nobody but this user, or root, may have written it."""
    if not hasattr(os, "geteuid"):
        return True  # Windows: the folder is in the user's profile.
    return status.st_uid == os.geteuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _read(path: Path) -> bytes | None:
    try:
        if not _is_own(os.stat(path.parent)):
            return None
        file = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0))
        with open(file, "rb") as opened:
            if not _is_own(os.fstat(file)):
                return None
            content = opened.read()
    except OSError:
        return None
    # A disk that was full must not become machine code.
    digest, kept = content[:32], content[32:]
    return kept if digest == hashlib.sha256(kept).digest() else None


def _write(path: Path, module: wasmtime.Module) -> None:
    temporary: str | None = None
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _is_own(os.stat(path.parent)):
            return
        kept = bytes(module.serialize())
        file, temporary = tempfile.mkstemp(dir=path.parent)
        with open(file, "wb") as opened:
            opened.write(hashlib.sha256(kept).digest())
            opened.write(kept)
        os.replace(temporary, path)
        temporary = None
        _tidy(path)
    except OSError:
        pass  # A read-only or a full disk.
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)


_DAYS_KEPT = 90


def _tidy(written: Path) -> None:
    """Removes what earlier versions left, once it is old: another environment may still have that version."""
    part = written.name.partition("-")[0]
    for path in written.parent.glob(f"{part}-*.bin"):
        if path != written and path.stat().st_mtime < written.stat().st_mtime - _DAYS_KEPT * 86400:
            path.unlink()
