"""The Python package: start and operations.

    python package.py INPUTS
"""

import json
import sys
import time

from jobs import report


def main(inputs):
    with open(inputs, encoding="utf-8") as file:
        given = json.load(file)
    start = time.perf_counter()
    import tooltrim_core

    tooltrim_core.trim("a text", 4)
    took = (time.perf_counter() - start) * 1000
    log, messages = given["log"], given["messages"]
    limits = {"max_chars": given["trimOptions"]["maxChars"], "rescue": True}
    window = given["compactOptions"]["window"]
    print(
        json.dumps(
            report(
                took,
                lambda: tooltrim_core.trim(log, **limits).text,
                lambda: tooltrim_core.compact_messages(messages, window=window).messages,
                lambda: tooltrim_core.estimate_tokens(log),
            )
        )
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
