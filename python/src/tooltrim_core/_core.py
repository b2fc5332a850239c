"""Calls into the Rust core: a WebAssembly module that wasmtime runs.

A request is a list of texts, the first of which names an operation; so is the answer. An instance of the module belongs
to one thread at a time: functions take one from a pool, and each object with a state has its own.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import struct
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, cast

from .errors import TooltrimError

if TYPE_CHECKING:
    import wasmtime

#: Functions of the caller's, by the numbers in host.rs.
Functions = dict[int, Callable[[str], Any]]
COUNT, REDACT, KEEP = range(3)

#: Memory never shrinks: an instance that grew beyond this is not used again.
_MOST_IDLE_BYTES = 16 * 1024 * 1024
_MOST_IDLE = 8
#: As in abi.rs: the core frees a larger buffer after the call.
_MOST_KEPT = 4 << 20


class _Modules:
    """The compiled modules of this process."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.forked = False
        self.engine: wasmtime.Engine | None = None
        self.compiled: dict[str, tuple[wasmtime.Engine, wasmtime.Module]] = {}

    def get(self, part: str) -> tuple[wasmtime.Engine, wasmtime.Module]:
        found = self.compiled.get(part)
        if found is not None:
            return found
        with self.lock:
            if part not in self.compiled:
                self.compiled[part] = self._load(part)
            return self.compiled[part]

    def _load(self, part: str) -> tuple[wasmtime.Engine, wasmtime.Module]:
        import wasmtime

        from . import _cache
        from ._runtime import Engine

        if self.engine is None:
            config = wasmtime.Config()
            # The threads of the compiler do not survive a fork.
            config.parallel_compilation = not self.forked
            self.engine = Engine(config)
        with open(os.path.join(os.path.dirname(__file__), "_wasm", f"{part}.wasm"), "rb") as file:
            code = file.read()
        return self.engine, _cache.compiled(self.engine, part, code)


_modules = _Modules()


class _Given:
    """Functions of the caller's for one call, and what they raised. Holds no instance: wasmtime keeps it alive."""

    def __init__(self) -> None:
        self.functions: Functions = {}
        self.error: BaseException | None = None
        self.answer = b""

    def ask(self, caller: Any, function: int, at: int, size: int) -> float:
        if self.error is not None:
            return 0.0
        try:
            memory = caller.get("memory")
            text = ctypes.string_at(_address(memory, caller) + (at & 0xFFFFFFFF), size).decode()
            result = self.functions[function](text)
            if function == REDACT:
                if not isinstance(result, str):
                    raise TypeError(f"redact returned {type(result).__name__}, not a str")
                self.answer = encode(result)
                return float(len(self.answer))
            return float(result or 0)
        except BaseException as error:  # Raised again when the core has returned.
            self.error = error
            return 0.0

    def take(self, caller: Any, at: int) -> None:
        memory = caller.get("memory")
        ctypes.memmove(_address(memory, caller) + (at & 0xFFFFFFFF), self.answer, len(self.answer))


def _address(memory: Any, store: Any) -> int:
    return ctypes.addressof(memory.data_ptr(store).contents)


class Instance:
    """One instance of the core: not for two threads at a time."""

    def __init__(self, part: str = "full") -> None:
        import wasmtime
        from wasmtime import Func, FuncType, ValType

        from ._runtime import Store

        engine, module = _modules.get(part)
        self._store = store = Store(engine)
        self._given = given = _Given()
        i32, f64 = ValType.i32(), ValType.f64()
        known: dict[str, tuple[FuncType, Any]] = {
            "ask": (FuncType([i32, i32, i32], [f64]), given.ask),
            "take": (FuncType([i32], []), given.take),
        }
        imports = [Func(store, *known[str(each.name)], access_caller=True) for each in module.imports]
        exports = wasmtime.Instance(store, module, imports).exports(store)
        self._memory: Any = exports["memory"]
        self._request: Any = exports["request"]
        self._call = _direct(store, exports["call"])
        #: The buffer for requests, and how much it holds.
        self._at = self._room = 0

    def ask(self, operation: str, *given: str | bytes, functions: Functions | None = None) -> list[bytes]:
        """Returns the texts of the answer; raises the error that the core answers."""
        parts = [operation.encode(), *map(_sent, given)]
        sizes = [len(part) for part in parts]
        head = struct.pack(f"<{len(parts) + 1}I", len(parts), *sizes)
        total = len(head) + sum(sizes)
        store, host = self._store, self._given
        try:
            if total > self._room:
                # At least a page, so that the next ones find room.
                self._room = max(total, 65536)
                self._at = self._request(store, self._room) & 0xFFFFFFFF
            to = _address(self._memory, store) + self._at
            ctypes.memmove(to, head, len(head))
            to += len(head)
            for part, size in zip(parts, sizes):
                ctypes.memmove(to, part if isinstance(part, bytes) else _ascii(part), size)
                to += size
            host.functions, host.error = functions or {}, None
            at = self._call() & 0xFFFFFFFF
            if self._room > _MOST_KEPT:
                self._room = 0
        except TooltrimError:
            raise
        except Exception as error:
            raise _broken(error, total) from error
        finally:
            raised, host.error, host.functions, host.answer = host.error, None, {}, b""
        if raised is not None:
            raise raised
        return self._answer(_address(self._memory, store) + at)

    def _answer(self, at: int) -> list[bytes]:
        (count,) = struct.unpack("<i", ctypes.string_at(at, 4))
        sizes = struct.unpack(f"<{abs(count)}I", ctypes.string_at(at + 4, 4 * abs(count)))
        at += 4 + 4 * abs(count)
        parts = []
        for size in sizes:
            parts.append(ctypes.string_at(at, size))
            at += size
        if count < 0:
            raise TooltrimError(parts[0].decode(), parts[1].decode())
        return parts

    def memory_bytes(self) -> int:
        """The size of its memory."""
        return int(self._memory.data_len(self._store))


def _direct(store: Any, function: Any) -> Callable[[], int]:
    """Calls a function without arguments that returns an integer.

    wasmtime looks its type up with each call, which takes five times as long as the call. Below that it has what is
    needed here, but not as public names: without these it is called as usual.
    """
    try:
        import wasmtime
        from wasmtime import _ffi as ffi

        values = (ffi.wasmtime_val_raw_t * 1)()
        trap = ctypes.POINTER(ffi.wasm_trap_t)()
        given: Any = (store._context(), ctypes.byref(function._func), values, 1, ctypes.byref(trap))
        unchecked = ffi.wasmtime_func_call_unchecked

        def call() -> int:
            error = unchecked(*given)
            if error:
                raise cast(Any, wasmtime.WasmtimeError)._from_ptr(error)
            if trap:
                raise cast(Any, wasmtime.Trap)._from_ptr(trap)
            return int(values[0].i32)

        return call
    except (AttributeError, ImportError, TypeError):
        return lambda: int(function(store))


#: From here on a copy less pays for the calls that it takes.
_LONG = 16 * 1024


def _sent(part: str | bytes) -> str | bytes:
    """UTF-8, or a long text that is UTF-8 in Python's memory, too."""
    if isinstance(part, bytes) or (len(part) >= _LONG and _IS_CPYTHON and part.isascii()):
        return part
    return encode(part)


_IS_CPYTHON = sys.implementation.name == "cpython"
if _IS_CPYTHON:
    _utf8_of = ctypes.pythonapi.PyUnicode_AsUTF8AndSize
    _utf8_of.restype = ctypes.c_void_p
    _utf8_of.argtypes = [ctypes.py_object, ctypes.c_void_p]


def _ascii(text: str) -> Any:
    """Where the chars of an ASCII text are. Of another text Python would keep a copy as long as the text lives."""
    return _utf8_of(text, None)


def _broken(error: Exception, size: int) -> TooltrimError:
    if size >= 1 << 30 or "memory" in str(error) or "unreachable" in str(error):
        return TooltrimError("OUT_OF_MEMORY", f"the core could not hold {size} bytes: {error}")
    return TooltrimError("INTERNAL", f"the core failed: {error}")


#: Idle instances. `deque` appends and pops atomically.
_idle: dict[str, deque[Instance]] = {"text": deque(), "full": deque()}


def ask(part: str, operation: str, *given: str | bytes, functions: Functions | None = None) -> list[bytes]:
    """As :meth:`Instance.ask` on an idle instance; safe to call from any thread."""
    idle = _idle[part]
    try:
        instance = idle.pop()
    except IndexError:
        instance = Instance(part)
    try:
        answer = instance.ask(operation, *given, functions=functions)
    except TooltrimError as error:
        if error.code not in ("INTERNAL", "OUT_OF_MEMORY"):
            _put_back(idle, instance)
        raise
    _put_back(idle, instance)
    return answer


@contextlib.contextmanager
def borrowed(part: str) -> Iterator[Instance]:
    """An idle instance for several calls."""
    idle = _idle[part]
    try:
        instance = idle.pop()
    except IndexError:
        instance = Instance(part)
    yield instance
    _put_back(idle, instance)


def _put_back(idle: deque[Instance], instance: Instance) -> None:
    if len(idle) < _MOST_IDLE and instance.memory_bytes() <= _MOST_IDLE_BYTES:
        idle.append(instance)


_SURROGATES = dict.fromkeys(range(55296, 57344), 65533)


def encode(text: str) -> bytes:
    """UTF-8; each lone surrogate becomes U+FFFD, which is as long in chars, UTF-16 units and bytes."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return text.translate(_SURROGATES).encode()


def _after_fork() -> None:
    _modules.lock = threading.Lock()
    _modules.forked = True
    # What is compiled already goes on working; what is not needs an engine without threads.
    _modules.engine = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
