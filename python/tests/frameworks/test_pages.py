"""The pages of docs/python.md, with the real libraries against a scripted model that refuses what providers refuse."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path[:0] = [
    str(Path(__file__).resolve().parents[1]),
    str(Path(__file__).resolve().parents[3] / "examples/python-agent"),
]

from blocks import blocks, run  # noqa: E402
from endpoint import ANSWER, Endpoint, serving  # noqa: E402

# Warnings of the libraries are theirs.
pytestmark = pytest.mark.filterwarnings("ignore")

CALLS = 60
LINES = 4000

PAGES = {
    "openai": 0,
    "openai-responses": 1,
    "anthropic": 2,
    "langchain": 3,
    "agents": 4,
    "pydantic_ai": 5,
    "smolagents": 6,
    "summaries": 7,
}
FOUND = blocks("docs/python.md")


def page(name: str, **window: int) -> str:
    """The block of a page, with a smaller window, so that steps are taken."""
    _, block = FOUND[PAGES[name]]
    return block.replace("128_000", "24_000").replace("200_000", "34_000")


def need(module: str) -> None:
    if importlib.util.find_spec(module) is None:
        pytest.skip(f"{module} is not installed")


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "src").mkdir()
    for number in range(1, CALLS + 2):
        text = "".join(f"def function_{number}_{line}(): return {line}\n" for line in range(LINES))
        (tmp_path / f"src/module_{number}.py").write_text(text)
    monkeypatch.chdir(tmp_path)
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.setenv(name, "none")
    return tmp_path


def sizes(endpoint: Endpoint) -> list[int]:
    return [len(json.dumps(request.get("messages", request.get("input")))) for request in endpoint.requests]


def check(endpoint: Endpoint, printed: str) -> None:
    """All calls were made, each result was bounded, and the conversation stayed in its window."""
    assert ANSWER in printed
    assert len(endpoint.requests) == CALLS + 1
    assert max(sizes(endpoint)) < 110_000
    # Without a limit the results alone would be this long.
    assert CALLS * LINES * 20 > 4_000_000


@pytest.mark.parametrize("name", ["openai", "openai-responses"])
def test_the_openai_client(name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    need("openai")
    with serving(Endpoint(CALLS)) as endpoint:
        monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
        run(page(name))
    check(endpoint, capsys.readouterr().out)


def test_the_anthropic_client(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    need("anthropic")
    with serving(Endpoint(CALLS)) as endpoint:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", endpoint.url)
        run(page("anthropic"))
    check(endpoint, capsys.readouterr().out)


def test_summaries_by_a_model(monkeypatch: pytest.MonkeyPatch) -> None:
    need("anthropic")
    from tooltrim_core import validate_messages

    history: list[Any] = [{"role": "user", "content": "Which modules are there?"}]
    for number in range(CALLS):
        call = {"type": "tool_use", "id": f"toolu_{number}", "name": "read_file", "input": {"path": f"src/{number}.py"}}
        text = f"def function(): return {number}\n" * 300
        result = {"type": "tool_result", "tool_use_id": f"toolu_{number}", "content": text}
        history += [{"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}]

    async def grow(fitted: Any) -> list[Any]:
        return [await fitted(history[:end]) for end in range(1, len(history) + 1, 2)]

    names: dict[str, Any] = {"__name__": "__main__"}
    with serving(Endpoint(0)) as endpoint:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", endpoint.url)
        run(page("summaries"), names=names)
        sent = asyncio.run(grow(names["fitted"]))
    assert 0 < len(endpoint.requests) < CALLS / 3
    assert "read_file {'path': 'src/0.py'}: def function()" in str(endpoint.requests[0]["messages"])
    assert ANSWER in str(sent[-1])
    assert all(validate_messages(messages, "anthropic") == [] for messages in sent)


@pytest.mark.parametrize("form", ["sync", "async"])
def test_langchain(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    need("langchain")
    from langchain_core.language_models.chat_models import BaseChatModel
    from langchain_core.messages import AIMessage
    from langchain_core.outputs import ChatGeneration, ChatResult

    endpoint = Endpoint(CALLS)

    class Scripted(BaseChatModel):
        @property
        def _llm_type(self) -> str:
            return "scripted"

        def bind_tools(self, tools: Any, **_: Any) -> Any:
            return self

        def _generate(self, messages: Any, stop: Any = None, run_manager: Any = None, **_: Any) -> Any:
            rows = []
            for message in messages:
                row: dict[str, Any] = {"role": message.type, "content": message.content}
                if getattr(message, "tool_calls", None):
                    row["tool_calls"] = [{"id": call["id"]} for call in message.tool_calls]
                if message.type == "tool":
                    row["tool_call_id"] = message.tool_call_id
                rows.append(row)
            answer = endpoint.answer("/chat/completions", {"messages": rows})["choices"][0]["message"]
            calls = [
                {"id": call["id"], "name": call["function"]["name"], "args": json.loads(call["function"]["arguments"])}
                for call in answer.get("tool_calls", [])
            ]
            message = AIMessage(content=answer["content"] or "", tool_calls=calls)
            return ChatResult(generations=[ChatGeneration(message=message)])

    def read_file(path: str) -> str:
        """Reads a file."""
        return Path(path).read_text()

    block = page("langchain")
    if form == "async":
        asynchronous = block.replace("answer = agent.invoke(", "answer = __import__('asyncio').run(agent.ainvoke(")
        block = asynchronous.replace('{"recursion_limit": 200})', '{"recursion_limit": 200}))')
        assert block.count("ainvoke") == 1
    run(block, names={"model": Scripted(), "read_file": read_file})
    check(endpoint, capsys.readouterr().out)


def test_openai_agents(capsys: pytest.CaptureFixture[str]) -> None:
    need("agents")
    from agents import OpenAIChatCompletionsModel
    from openai import AsyncOpenAI

    with serving(Endpoint(CALLS)) as endpoint:
        model = OpenAIChatCompletionsModel("scripted", AsyncOpenAI(base_url=endpoint.url))
        run(page("agents"), names={"model": model})
    check(endpoint, capsys.readouterr().out)


def test_pydantic_ai(capsys: pytest.CaptureFixture[str]) -> None:
    """The window is so small that exchanges leave: a line for each, and no half of one."""
    need("pydantic_ai")
    from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
    from pydantic_ai.models.function import FunctionModel
    from pydantic_ai.usage import UsageLimits

    endpoint = Endpoint(CALLS)

    left = []

    def answer(messages: Any, info: Any) -> ModelResponse:
        rows: list[dict[str, Any]] = []
        for message in messages:
            for part in message.parts:
                if part.part_kind == "tool-call":
                    rows.append({"role": "assistant", "tool_calls": [{"id": part.tool_call_id}]})
                elif part.part_kind == "tool-return":
                    rows.append({"role": "tool", "tool_call_id": part.tool_call_id, "content": part.content})
                elif part.part_kind == "user-prompt" and "[Earlier" in part.content:
                    left.append(part.content.count("src/module_"))
        said = endpoint.answer("/chat/completions", {"messages": rows})["choices"][0]["message"]
        if not said.get("tool_calls"):
            return ModelResponse(parts=[TextPart(said["content"])])
        call = said["tool_calls"][0]
        function = call["function"]
        return ModelResponse(parts=[ToolCallPart(function["name"], function["arguments"], call["id"])])

    names = {"model": FunctionModel(answer), "limits": UsageLimits(request_limit=None)}
    run(page("pydantic_ai").replace("24_000", "6_000").replace("10_000", "1_000"), names=names)
    check(endpoint, capsys.readouterr().out)
    assert left and max(left) > 10, left


def test_smolagents(capsys: pytest.CaptureFixture[str]) -> None:
    need("smolagents")
    from smolagents import OpenAIServerModel

    with serving(Endpoint(CALLS, last="final_answer")) as endpoint:
        model = OpenAIServerModel("scripted", api_base=endpoint.url, api_key="none")
        # smolagents reads the source of a tool.
        script = Path("smol.py")
        script.write_text(page("smolagents"))
        spec = importlib.util.spec_from_file_location("smol", script)
        assert spec and spec.loader
        module = importlib.util.module_from_spec(spec)
        sys.modules["smol"] = module
        module.__dict__["model"] = model
        spec.loader.exec_module(module)
    printed = capsys.readouterr().out
    assert ANSWER in printed
    assert len(endpoint.requests) == CALLS + 1
    assert max(sizes(endpoint)) < 400_000


def test_the_example_without_a_framework(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    import agent

    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with serving(Endpoint(CALLS)) as endpoint:
        assert agent.run(endpoint.url, "Which modules are there?") == ANSWER
    assert len(endpoint.requests) == CALLS + 1
    assert max(sizes(endpoint)) < 140_000
    assert re.search("full text: #[0-9a-z]{8}]", json.dumps(endpoint.requests[-1]))
    assert os.getcwd()
