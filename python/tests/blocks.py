"""The Python blocks of a page, run line by line: a comment after an expression is its value."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def blocks(path: str) -> list[tuple[int, str]]:
    """The line and the text of each block."""
    text = (ROOT / path).read_text(encoding="utf-8")
    found = re.finditer(r"^```python\n(.*?)^```", text, re.M | re.S)
    return [(text[: each.start()].count("\n") + 2, each[1]) for each in found]


def run(block: str, line: int = 1, names: dict[str, Any] | None = None) -> int:
    """Runs a block and returns how many values were compared."""
    names = {"__name__": "__main__"} if names is None else names
    lines = block.splitlines()
    compared = 0
    for statement in ast.parse(block).body:
        last = lines[(statement.end_lineno or 1) - 1]
        rest = last.encode()[statement.end_col_offset :].decode()
        comment = re.fullmatch(r"\s+# (.+)", rest)
        if isinstance(statement, ast.Expr) and comment:
            value = eval(compile(ast.Expression(statement.value), "block", "eval"), names)
            assert repr(value) == comment[1], f"line {line + statement.lineno - 1}: {value!r}"
            compared += 1
        else:
            exec(compile(ast.Module([statement], []), "block", "exec"), names)
    return compared
