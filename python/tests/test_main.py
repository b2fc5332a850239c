"""``python -m tooltrim_core``."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import tooltrim_core
from tooltrim_core import presets, trim
from tooltrim_core.__main__ import main

LOG = "".join(f"step {number} ok\n" for number in range(5000)) + "error: disk full\n" + "done\n" * 900


def ran(*arguments: str, given: bytes = LOG.encode()) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "tooltrim_core", *arguments], input=given, capture_output=True)


def test_what_a_command_prints_is_trimmed() -> None:
    done = ran("--max-chars", "500")
    assert (done.returncode, done.stdout.decode()) == (0, trim(LOG, 500).text)
    assert "error: disk full" in done.stdout.decode()
    assert ran("--max-lines", "5", "--keep", "tail", "--no-rescue").stdout.count(b"\n") == 5
    assert ran("--preset", "search").stdout.decode() == trim(LOG, **presets.search()).text
    assert ran(given=b"caf\xe9").stdout.decode() == "caf\ufffd"


def test_a_file_and_what_is_not_there(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    (tmp_path / "log").write_text(LOG)
    assert main([str(tmp_path / "log"), "--max-bytes", "300"]) == 0
    assert capfdbinary.readouterr().out.decode() == trim(LOG, max_bytes=300).text
    assert main([str(tmp_path / "none")]) == 1
    assert b"No such file" in capfdbinary.readouterr().err


def test_wrong_usage_ends_with_2() -> None:
    done = ran("--max-chars", "-1")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"max_chars: -1 is not a number of 0 or more" in done.stderr
    assert ran("--version").stdout.decode().strip() == tooltrim_core.__version__
    assert ran("--preload").returncode == 0
