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
    import tooltrim

    tooltrim.trim("a text", 4)
    took = (time.perf_counter() - start) * 1000
    log, messages = given["log"], given["messages"]
    limits = {"max_chars": given["trimOptions"]["maxChars"], "rescue": True}
    window = given["compactOptions"]["window"]
    print(
        json.dumps(
            report(
                took,
                lambda: tooltrim.trim(log, **limits).text,
                lambda: tooltrim.compact_messages(messages, window=window).messages,
                lambda: tooltrim.estimate_tokens(log),
            )
        )
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
