"""A model server on this machine, for the example and the tests: it asks for files, then answers.

It speaks Chat Completions, Responses and Anthropic's Messages, refuses what those refuse (calls without results,
results without calls), and keeps the requests that it got.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

ANSWER = "All modules are there."


class Endpoint:
    """The script: how many calls the model makes, and of which tool."""

    def __init__(self, calls: int, tool: str = "read_file", last: str | None = None) -> None:
        self.calls, self.tool, self.last = calls, tool, last
        self.requests: list[dict[str, Any]] = []
        self.url = ""

    def answer(self, path: str, request: dict[str, Any]) -> dict[str, Any]:
        """The answer to a request."""
        self.requests.append(request)
        done = len(self.requests) > self.calls
        number = len(self.requests)
        arguments = {"path": f"src/module_{number}.py"}
        if path.endswith("/chat/completions"):
            return self._chat(request["messages"], number, arguments, done)
        if path.endswith("/responses"):
            return self._responses(request["input"], number, arguments, done)
        return self._messages(request["messages"], number, arguments, done)

    def _chat(self, messages: list[Any], number: int, arguments: Any, done: bool) -> dict[str, Any]:
        calls = [call["id"] for message in messages for call in message.get("tool_calls") or []]
        results = [message["tool_call_id"] for message in messages if message["role"] == "tool"]
        check(calls, results)
        message: dict[str, Any] = {"role": "assistant", "content": ANSWER}
        if done and self.last:
            message = self._call(number, self.last, {"answer": ANSWER})
        elif not done:
            message = self._call(number, self.tool, arguments)
        reason = "tool_calls" if message.get("tool_calls") else "stop"
        choice = {"index": 0, "message": message, "finish_reason": reason}
        usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
        head = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "scripted"}
        return {**head, "choices": [choice], "usage": usage}

    @staticmethod
    def _call(number: int, name: str, arguments: Any) -> dict[str, Any]:
        function = {"name": name, "arguments": json.dumps(arguments)}
        call = {"id": f"call_{number}", "type": "function", "function": function}
        return {"role": "assistant", "content": None, "tool_calls": [call]}

    def _responses(self, items: list[Any], number: int, arguments: Any, done: bool) -> dict[str, Any]:
        calls = [item["call_id"] for item in items if item.get("type") == "function_call"]
        results = [item["call_id"] for item in items if item.get("type") == "function_call_output"]
        check(calls, results)
        if done:
            text = {"type": "output_text", "text": ANSWER, "annotations": []}
            item: dict[str, Any] = {"type": "message", "id": "msg_1", "role": "assistant", "content": [text]}
        else:
            item = {"type": "function_call", "id": f"fc_{number}", "call_id": f"call_{number}", "name": self.tool}
            item["arguments"] = json.dumps(arguments)
        usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
        usage_details: dict[str, Any] = {
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens_details": {"reasoning_tokens": 0},
        }
        head = {"id": "resp_1", "object": "response", "created_at": 1, "model": "scripted", "status": "completed"}
        rest = {"parallel_tool_calls": True, "tool_choice": "auto", "tools": []}
        return {**head, **rest, "output": [{**item, "status": "completed"}], "usage": {**usage, **usage_details}}

    def _messages(self, messages: list[Any], number: int, arguments: Any, done: bool) -> dict[str, Any]:
        blocks = [block for message in messages if isinstance(message["content"], list) for block in message["content"]]
        calls = [block["id"] for block in blocks if block["type"] == "tool_use"]
        results = [block["tool_use_id"] for block in blocks if block["type"] == "tool_result"]
        check(calls, results)
        content: dict[str, Any] = {"type": "text", "text": ANSWER}
        if not done:
            content = {"type": "tool_use", "id": f"toolu_{number}", "name": self.tool, "input": arguments}
        head = {"id": "msg_1", "type": "message", "role": "assistant", "model": "scripted"}
        usage = {"input_tokens": 1, "output_tokens": 1}
        reason = "end_turn" if done else "tool_use"
        return {**head, "content": [content], "stop_reason": reason, "stop_sequence": None, "usage": usage}


def check(calls: list[str], results: list[str]) -> None:
    """Refuses what providers refuse."""
    if calls != results:
        raise ValueError(f"calls {calls} do not have the results {results}")


@contextmanager
def serving(endpoint: Endpoint) -> Iterator[Endpoint]:
    """Serves on a free port of this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["content-length"])))
            try:
                status, answer = 200, endpoint.answer(self.path, request)
            except (ValueError, KeyError) as error:
                status, answer = 400, {"error": {"message": str(error), "type": "invalid_request_error"}}
            body = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    endpoint.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield endpoint
    finally:
        server.shutdown()
        server.server_close()
