"""The component in wasmtime from Python: start and operations.

    python component.py REPLAY COMPONENT INPUTS

REPLAY is the folder of replay.py, which knows how to call any function of a component.
"""

import json
import sys
import time

from jobs import report


def main(replay, component, inputs):
    with open(inputs, encoding="utf-8") as file:
        given = json.load(file)
    sys.path.append(replay)
    start = time.perf_counter()
    from replay import Host

    host = Host(component)

    def call(interface, function, *arguments):
        answer = host.call({"i": interface, "f": function, "a": list(arguments)})
        if "e" in answer:
            raise RuntimeError(answer["e"])
        return answer["r"]

    call("text", "trim", "a text", {"maxChars": 4})
    took = (time.perf_counter() - start) * 1000
    log, messages = given["log"], json.dumps(given["messages"])
    options, limits = json.dumps(given["compactOptions"]), {"maxChars": given["trimOptions"]["maxChars"], "rescue": {}}
    print(
        json.dumps(
            report(
                took,
                lambda: call("text", "trim", log, limits)["text"],
                lambda: json.loads(call("compaction", "compact-messages", messages, options)["messages"]),
                lambda: call("text", "estimate-tokens", log),
            )
        )
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
