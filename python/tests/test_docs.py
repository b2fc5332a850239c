"""What the README shows is what happens, and so do the examples in docstrings."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest
from blocks import blocks, run

import tooltrim_core


@pytest.mark.parametrize(("line", "block"), blocks("python/README.md"))
def test_blocks_of_the_readme_run(line: int, block: str) -> None:
    assert run(block, line) > 0


_MODULES = sorted(found.name for found in pkgutil.walk_packages(tooltrim_core.__path__, "tooltrim_core."))


@pytest.mark.parametrize("name", ["tooltrim_core", *_MODULES])
def test_examples_in_docstrings_run(name: str) -> None:
    if name == "tooltrim_core.values":
        pytest.importorskip("pydantic")
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


def test_public_functions_have_an_example() -> None:
    for name in ("trim", "Trimmer", "TrimStream", "clean", "measure", "trim_value", "cap_to_schema", "toolify"):
        assert ">>>" in (getattr(tooltrim_core, name).__doc__ or ""), name
    for name in tooltrim_core.__all__:
        assert getattr(tooltrim_core, name).__doc__, name
    assert set(tooltrim_core.__all__) <= set(dir(tooltrim_core))
