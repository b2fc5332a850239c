"""Threads, tasks, processes, memory and the cache of compiled code."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import tooltrim_core
from tooltrim_core import Compactor, TrimStream, _cache, _core, trim, truncation_scope


def run(code: str, **env: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **env}
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, timeout=300, check=False
    )


def test_threads_do_not_disturb_each_other() -> None:
    def work(number: int) -> None:
        for size in range(200, 260):
            text = f"worker {number} line\n" * size
            trimmed = trim(text, 100 + number)
            assert trimmed.truncated
            assert len(trimmed.text) <= 100 + number
            assert set(trimmed.text.replace("\n", " ").split()) & {"worker"}
            assert f"worker {number} line" in trimmed.text
            assert tooltrim_core.trim_value({"text": text}, max_string_bytes=100).truncated

    with ThreadPoolExecutor(12) as pool:
        for done in [pool.submit(work, number) for number in range(48)]:
            done.result()


def test_a_compactor_is_safe_for_threads() -> None:
    compactor = Compactor(window={"chars": 10_000})
    history = [{"role": "user", "content": f"message {number}"} for number in range(50)]
    with ThreadPoolExecutor(8) as pool:
        for done in [pool.submit(compactor.next, history[:end]) for end in range(1, 51)]:
            assert done.result().changed is False


def test_tasks_see_only_their_own_cuts() -> None:
    async def tool(lines: int) -> bool:
        with truncation_scope() as scope:
            await asyncio.sleep(0.001)
            trim("step ok\n" * lines, 1000)
            await asyncio.to_thread(trim, "step ok\n" * lines, 500)
            await asyncio.sleep(0.001)
        assert scope.event_count in (0, 2)
        return scope.truncation_applied

    async def main() -> list[bool]:
        return await asyncio.gather(*(tool(5000 if number % 2 else 5) for number in range(20)))

    assert asyncio.run(main()) == [bool(number % 2) for number in range(20)]


def test_one_huge_text_is_not_kept_in_memory() -> None:
    trim("a line of a log\n" * 4_000_000, 1000)
    for idle in _core._idle.values():
        assert all(instance.memory_bytes() <= _core._MOST_IDLE_BYTES for instance in idle)


def test_objects_free_their_memory() -> None:
    code = """
import gc, resource
from tooltrim_core import Compactor, OutputStore, TrimStream, trim
def used():
    gc.collect()
    return int(open("/proc/self/statm").read().split()[1]) * 4096
def round():
    for _ in range(20):
        store = OutputStore(); store.put("x" * 4_000_000)
        stream = TrimStream(100); stream.write("y\\n" * 500_000); stream.finish()
        Compactor(window={"chars": 1000}).next([{"role": "user", "content": "z" * 1_000_000}])
        trim("line\\n" * 3_000_000, 100)
round(); first = used(); round(); round(); print(used() - first)
"""
    if not Path("/proc/self/statm").exists():
        pytest.skip("needs /proc")
    done = run(code)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 40_000_000


def test_the_cache_is_written_once_and_read_by_the_next(tmp_path: Path) -> None:
    code = "from tooltrim_core import trim; print(len(trim('x' * 9000).text))"
    assert run(code, TOOLTRIM_CACHE=str(tmp_path)).stdout == "4000\n"
    (file,) = tmp_path.iterdir()
    assert file.name.startswith("text-")
    written = file.stat().st_mtime_ns
    assert run(code, TOOLTRIM_CACHE=str(tmp_path)).stdout == "4000\n"
    assert file.stat().st_mtime_ns == written


@pytest.mark.skipif(os.name != "posix", reason="modes of POSIX")
def test_code_that_somebody_else_may_have_written_is_not_run(tmp_path: Path) -> None:
    path = tmp_path / "text.bin"
    path.write_bytes(b"x" * 100)
    path.chmod(0o666)
    assert _cache._read(path) is None
    path.chmod(0o600)
    # Not what its digest says.
    assert _cache._read(path) is None
    link = tmp_path / "link.bin"
    link.symlink_to(path)
    assert _cache._read(link) is None
    tmp_path.chmod(0o777)
    assert _cache._read(path) is None


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can give files away")
def test_files_of_other_users_are_not_read(tmp_path: Path) -> None:
    path = tmp_path / "text.bin"
    path.write_bytes(b"x" * 100)
    os.chown(path, 12345, -1)
    assert _cache._read(path) is None


def test_it_works_without_any_cache(tmp_path: Path) -> None:
    code = "from tooltrim_core import trim; print(len(trim('x' * 9000).text))"
    assert run(code, TOOLTRIM_CACHE="").stdout == "4000\n"
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    done = run(code, TOOLTRIM_CACHE=str(blocked / "below"))
    assert (done.stdout, done.stderr) == ("4000\n", "")


def test_a_broken_cache_is_written_anew(tmp_path: Path) -> None:
    code = "from tooltrim_core import trim; print(len(trim('x' * 9000).text))"
    assert run(code, TOOLTRIM_CACHE=str(tmp_path)).stdout == "4000\n"
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole[:1000])
    assert run(code, TOOLTRIM_CACHE=str(tmp_path)).stdout == "4000\n"
    assert file.stat().st_size == len(whole)


def test_the_cache_does_not_grow_for_ever(tmp_path: Path) -> None:
    old, recent, other = (tmp_path / name for name in ("text-1.bin", "text-2.bin", "full-1.bin"))
    for path, days in ((old, 100), (recent, 10), (other, 100)):
        path.write_bytes(b"")
        then = time.time() - days * 86400
        os.utime(path, (then, then))
    code = "from tooltrim_core import trim; print(len(trim('x' * 9000).text))"
    assert run(code, TOOLTRIM_CACHE=str(tmp_path)).stdout == "4000\n"
    assert [path.exists() for path in (old, recent, other)] == [False, True, True]


def test_importing_does_not_load_the_runtime() -> None:
    done = run("import sys, tooltrim_core; tooltrim_core.trim('short', 100); print('wasmtime' in sys.modules)")
    assert done.stdout == "False\n"


def test_a_process_ends_without_a_word() -> None:
    code = """
import tooltrim_core
compactor = tooltrim_core.Compactor(window={"chars": 1000})
compactor.next([{"role": "user", "content": "x"}])
stream = tooltrim_core.TrimStream(100)
stream.write("x")
counts = tooltrim_core.signals.metrics() if hasattr(tooltrim_core, "signals") else None
keep = tooltrim_core.Trimmer(10)("y" * 100)
"""
    done = run(code)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_fork_can_go_on() -> None:
    code = """
import os, sys
from tooltrim_core import Compactor, trim, trim_value
compactor = Compactor(window={"chars": 1000}) if sys.argv[1:] else None
assert len(trim("x" * 9000, 100).text) == 100
child = os.fork()
if child == 0:
    assert len(trim("y" * 9000, 90).text) == 90
    # The second module is compiled in the child.
    assert trim_value({"a": "x" * 9000}).truncated
    os._exit(7)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    # Without a cache, so that the child has to compile.
    done = run(code, TOOLTRIM_CACHE="")
    assert done.stdout == "7\n", done.stderr


def test_a_stream_may_be_written_by_several_threads() -> None:
    stream = TrimStream(10_000)
    threads = [threading.Thread(target=lambda: [stream.write("x" * 100) for _ in range(50)]) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert stream.finish() == trim("x" * 40_000, 10_000)


def test_a_broken_instance_is_not_used_again() -> None:
    before: Any = len(_core._idle["text"])
    with pytest.raises(tooltrim_core.TooltrimError) as caught:
        _core.ask("text", "no such operation")
    assert caught.value.code == "INTERNAL"
    assert len(_core._idle["text"]) <= before
