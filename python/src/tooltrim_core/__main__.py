"""Trims a file, or what a command prints: ``make 2>&1 | python -m tooltrim_core --max-chars 4000``."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from . import TooltrimError, TrimStream, __version__, preload, presets

_PRESETS = ("terminal", "file_read", "search")


def main(arguments: list[str] | None = None) -> int:
    """Returns 0, or 1 for input that cannot be read; wrong usage ends with 2."""
    parser = argparse.ArgumentParser("python -m tooltrim_core", description=__doc__)
    parser.add_argument("file", nargs="?", help="a file; standard input by default")
    for unit in ("chars", "bytes", "lines", "tokens"):
        parser.add_argument(f"--max-{unit}", type=int, metavar="N", help=f"at most this many {unit}, marker included")
    parser.add_argument("--keep", choices=("head", "tail", "ends"), help="what stays; both ends by default")
    parser.add_argument(
        "--no-rescue", dest="rescue", action="store_false", default=None, help="keep no lines of errors"
    )
    parser.add_argument("--preset", choices=_PRESETS, help="limits for a kind of output")
    parser.add_argument("--preload", action="store_true", help="compile the core, and do nothing else")
    parser.add_argument("--version", action="version", version=__version__)
    given = {name: value for name, value in vars(parser.parse_args(arguments)).items() if value is not None}
    file, preset = given.pop("file", None), given.pop("preset", None)
    if given.pop("preload"):
        preload()
        return 0
    # Bytes that are no text are no reason to show nothing.
    options: Any = {"decode": "replace", **(getattr(presets, preset)() if preset else {}), **given}
    try:
        stream = TrimStream(**options)
    except TooltrimError as error:
        parser.error(str(error))
    try:
        if file is None:
            trimmed = stream.read(sys.stdin.buffer)
        else:
            with open(file, "rb") as opened:
                trimmed = stream.read(opened)
    except OSError as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 1
    sys.stdout.buffer.write(trimmed.text.encode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
