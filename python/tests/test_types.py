"""The types hold for who uses the package: mypy and pyright on it, on the README, and on what they must refuse."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from blocks import ROOT, blocks

import tooltrim_core

TARGET = ROOT / "target" / "python"
PACKAGE = Path(tooltrim_core.__file__).parent

WRONG = """
from tooltrim_core import Compactor, compact_messages, compact_messages_async, toolify, trim

trim(5)
trim("x", keep="middle")
trim("x", max_char=5)
trim("x").texts
Compactor(windows={"chars": 5})
compact_messages([], window={"chars": 5}, summarize=len)
compact_messages_async([], window={"chars": 5}, summarize=lambda calls: 5)


@toolify
def add(a: int, b: int) -> int:
    return a + b


add(1)
number: int = add(1, 2)
"""


def run(tool: str, *args: str, cwd: Path) -> str:
    pytest.importorskip(tool, reason="only where the tests check types")
    caches = {"PYRIGHT_PYTHON_CACHE_DIR": str(TARGET / "pyright"), "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"}
    # Of the checkout, if that is what the tests run on.
    path = {"MYPYPATH": str(PACKAGE.parent)} if PACKAGE.parent == ROOT / "python" / "src" else {}
    command = [sys.executable, "-m", tool, *args]
    done = subprocess.run(command, cwd=cwd, env={**os.environ, **caches, **path}, capture_output=True, text=True)
    if "getaddrinfo" in done.stderr or "ENOTFOUND" in done.stderr:
        pytest.skip("pyright cannot be fetched")
    return done.stdout + done.stderr


def mypy(folder: Path) -> list[str]:
    args = ("--strict", "--no-error-summary", "--cache-dir", str(TARGET / "mypy"), ".")
    lines = run("mypy", *args, cwd=folder).splitlines()
    return [line for line in lines if ": error:" in line]


def pyright(folder: Path) -> list[str]:
    # A value that is shown and not used does not surprise a reader of the README.
    config = {"typeCheckingMode": "standard", "pythonVersion": "3.10", "reportUnusedExpression": False}
    (folder / "pyrightconfig.json").write_text(json.dumps({**config, "extraPaths": [str(PACKAGE.parent)]}))
    shown = run("pyright", "--outputjson", "--pythonpath", sys.executable, ".", str(PACKAGE), cwd=folder)
    found = json.loads(shown[shown.index("{") :])["generalDiagnostics"]
    return [f"{Path(each['file']).name}:{each['range']['start']['line'] + 1}: {each['message']}" for each in found]


@pytest.fixture(scope="module", params=[mypy, pyright])
def errors(request: Any, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """All errors of a type checker."""
    folder = tmp_path_factory.mktemp("types")
    for line, block in blocks("python/README.md"):
        # Each is a program of its own.
        (folder / f"readme_{line}.py").write_text(block, encoding="utf-8")
    (folder / "wrong.py").write_text(WRONG)
    found: list[str] = request.param(folder)
    return found


def test_the_package_and_the_blocks_of_the_readme(errors: list[str]) -> None:
    assert [error for error in errors if not error.startswith("wrong.py")] == []


def test_what_is_wrong_is_refused(errors: list[str]) -> None:
    refused = {int(found[1]) for line in errors if (found := re.match(r"wrong\.py:(\d+)", line))}
    assert refused == {4, 5, 6, 7, 8, 9, 10, 18, 19}


def test_the_package_says_that_it_is_typed() -> None:
    assert (PACKAGE / "py.typed").read_text() == ""
