"""An agent without a framework: a loop that bounds each tool result and sends a conversation that fits its window.

pip install tooltrim-core
python agent.py                # with a model server in this process, which reads forty files
OPENAI_BASE_URL=https://... OPENAI_API_KEY=... python agent.py "Which modules are there?"
"""

from __future__ import annotations

import json
import os
import sys
import urllib.request
from pathlib import Path
from typing import Any

from endpoint import Endpoint, serving

from tooltrim_core import Compactor, OutputStore, presets, retrieve_tool, toolify

FOLDER = Path.cwd()
store = OutputStore()


def inside(path: str) -> tuple[bool, str]:
    return (FOLDER / path).resolve().is_relative_to(FOLDER), f"{path} is outside of the project"


@toolify(output={**presets.file_read(), "store": store}, preconditions=[inside])
def read_file(path: str) -> str:
    """Reads a file of the project."""
    if os.environ.get("OPENAI_BASE_URL"):
        return (FOLDER / path).read_text()
    return "".join(f"def function_{line}(): return {line}\n" for line in range(400))


recall = retrieve_tool(store)
TOOLS: dict[str, Any] = {"read_file": read_file, recall.name: recall}
PARAMETERS = {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}
DEFINITIONS = [
    {"type": "function", "function": {"name": "read_file", "description": read_file.__doc__, "parameters": PARAMETERS}},
    recall.definition,
]


def ask(url: str, messages: list[Any]) -> dict[str, Any]:
    body = {"model": os.environ.get("OPENAI_MODEL", "scripted"), "messages": messages, "tools": DEFINITIONS}
    headers = {"content-type": "application/json", "authorization": f"Bearer {os.environ.get('OPENAI_API_KEY', '')}"}
    request = urllib.request.Request(f"{url}/chat/completions", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=300) as response:
        answer: dict[str, Any] = json.load(response)
    return answer


def run(url: str, question: str, window: int = 32_000) -> str:
    compactor = Compactor(window={"tokens": window}, reserve={"tokens": 2_000}, store=store)
    history: list[Any] = [{"role": "user", "content": question}]
    while True:
        request = compactor.next(history)
        if request.notice:
            print(request.notice)
        answer = ask(url, request.messages)
        compactor.observe(input_tokens=answer["usage"]["prompt_tokens"]) if os.environ.get("OPENAI_BASE_URL") else None
        message = answer["choices"][0]["message"]
        history.append(message)
        if not message.get("tool_calls"):
            return str(message["content"])
        for call in message["tool_calls"]:
            tool = TOOLS.get(call["function"]["name"], lambda **_: "Tool Failed: there is no such tool")
            content = tool(**json.loads(call["function"]["arguments"]))
            history.append({"role": "tool", "tool_call_id": call["id"], "content": content})


if __name__ == "__main__":
    asked = " ".join(sys.argv[1:]) or "Which modules are there?"
    if os.environ.get("OPENAI_BASE_URL"):
        print(run(os.environ["OPENAI_BASE_URL"], asked))
    else:
        with serving(Endpoint(calls=40)) as endpoint:
            print(run(endpoint.url, asked))
            sizes = [len(json.dumps(request["messages"])) for request in endpoint.requests]
            print(f"{len(sizes)} requests, the largest {max(sizes):,} chars")
