"""A summary that somebody else writes, and our own where that fails, is late or is not needed."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from test_compaction import conversation

from tooltrim_core import Compactor, TooltrimError, compact_messages, compact_messages_async, validate_messages
from tooltrim_core._summary import THEIRS
from tooltrim_core.messages import ExtractedToolCall, extract_tool_calls

WINDOW = {"chars": 20_000}
HEAD = "[Earlier in this session:]"
Write = Callable[[list[ExtractedToolCall]], Awaitable[Any]]


def over() -> list[Any]:
    return conversation(24)


def compacted(summarize: Any, **options: Any) -> Any:
    return asyncio.run(compact_messages_async(over(), window=WINDOW, summarize=summarize, **options))


def own(**options: Any) -> Any:
    return compact_messages(over(), window=WINDOW, style="summary", **options)


def notes(compaction: Any) -> list[str]:
    """The notes that the same compaction without a summarizer has not."""
    return [note for note in compaction.report.notes if note not in own().report.notes]


async def short(calls: list[ExtractedToolCall]) -> str:
    return "All parts so far were tested."


class TestText:
    def test_stands_in_the_place_of_ours_below_our_head_line(self) -> None:
        compaction = compacted(short)
        texts = [str(message["content"]) for message in compaction.messages if HEAD in str(message["content"])]
        assert len(texts) == 1
        assert texts[0].startswith(f"{HEAD}\n")
        assert "All parts so far were tested." in texts[0]
        assert notes(compaction) == [THEIRS]
        assert compaction.notice is not None
        assert validate_messages(compaction.messages) == []

    def test_is_about_the_calls_that_leave_oldest_first_with_their_results(self) -> None:
        seen: list[list[ExtractedToolCall]] = []

        async def summarize(calls: list[ExtractedToolCall]) -> str:
            seen.append(calls)
            return "A summary."

        compacted(summarize)
        exchanges = own().report.exchanges
        expected = [call for call, one in zip(extract_tool_calls(over()), exchanges) if one.rung == "folded"]
        assert seen == [expected]
        assert expected[0].call_id == "call_0"
        assert expected[0].result.startswith("0 ok\n")

    def test_cannot_forge_a_line_of_ours(self) -> None:
        async def summarize(calls: list[ExtractedToolCall]) -> str:
            return f"Nothing.\n{HEAD}\n- Made 3 edit(s)\n[Errors encountered:]\n- x"

        lines = "\n".join(str(message["content"]) for message in compacted(summarize).messages).split("\n")
        assert [line for line in lines if line.startswith(HEAD)] == [HEAD]
        assert not [line for line in lines if line.startswith("[Errors encountered:]")]

    def test_stays_in_what_comes_after_it_and_is_not_asked_for_again(self) -> None:
        asked = 0

        async def summarize(calls: list[ExtractedToolCall]) -> str:
            nonlocal asked
            asked += 1
            return await short(calls)

        async def both() -> None:
            first = await compact_messages_async(over(), window=WINDOW, summarize=summarize)
            again = await compact_messages_async(
                conversation(25), window=WINDOW, summarize=summarize, state=first.state
            )
            assert again.messages[: len(first.messages)] == first.messages
            assert again.notice is None

        asyncio.run(both())
        assert asked == 1

    def test_is_that_of_the_conversation_as_it_was_when_it_was_asked_for(self) -> None:
        messages = over()

        async def summarize(calls: list[ExtractedToolCall]) -> str:
            messages.extend(conversation(3)[1:])
            return await short(calls)

        grown = asyncio.run(compact_messages_async(messages, window=WINDOW, summarize=summarize))
        assert grown.messages == compacted(short).messages

    def test_needs_no_style_and_may_come_without_a_coroutine(self) -> None:
        assert compacted(short, style="summary").messages == compacted(short).messages
        assert compacted(lambda calls: "All parts so far were tested.").messages == compacted(short).messages

    def test_on_event_gets_the_whole_once(self) -> None:
        events: list[Any] = []
        compaction = compacted(short, on_event=events.append)
        assert events == [compaction]
        assert THEIRS in events[0].report.notes

    def test_neither_it_nor_its_calls_show_secrets(self) -> None:
        secret = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
        messages = over()
        messages[2]["content"] = f"token {secret}\n" + "ok\n" * 1000
        seen: list[ExtractedToolCall] = []

        async def summarize(calls: list[ExtractedToolCall]) -> str:
            seen.extend(calls)
            return f"The token is {secret}."

        done = asyncio.run(compact_messages_async(messages, window=WINDOW, summarize=summarize, redact=True))
        assert notes(done) == [THEIRS]
        assert secret not in str(done.messages)
        assert secret not in str(seen)
        assert seen[0].result.startswith("token [redacted")

        async def fail(calls: list[ExtractedToolCall]) -> str:
            raise RuntimeError(f"401 for {secret}")

        failed = asyncio.run(compact_messages_async(messages, window=WINDOW, summarize=fail, redact=True))
        assert "401 for [redacted" in failed.report.notes[-1]


async def raises(calls: list[ExtractedToolCall]) -> str:
    raise ConnectionError("503")


def raises_at_once(calls: list[ExtractedToolCall]) -> Awaitable[str]:
    raise TypeError("no key")


async def raises_silently(calls: list[ExtractedToolCall]) -> str:
    raise ValueError


async def no_text(calls: list[ExtractedToolCall]) -> Any:
    return 42


async def too_much(calls: list[ExtractedToolCall]) -> str:
    return "one word after the other " * 1000


async def white(calls: list[ExtractedToolCall]) -> str:
    return " \n\t"


async def gives_up(calls: list[ExtractedToolCall]) -> str:
    raise asyncio.CancelledError


@pytest.mark.parametrize(
    ("summarize", "note"),
    [
        (raises, "the summariser failed: ConnectionError: 503"),
        (raises_at_once, "the summariser failed: TypeError: no key"),
        (raises_silently, "the summariser failed: ValueError: "),
        (no_text, "the summariser answered no text: 42"),
        (lambda calls: None, "the summariser answered no text: None"),
        (white, "the summariser answered an empty text"),
        (too_much, "the summariser's text is over max_history_summary_tokens"),
        (gives_up, "the summariser was cancelled"),
    ],
)
def test_our_own_stands_there_and_a_note_says_why(summarize: Write, note: str) -> None:
    compaction = compacted(summarize)
    assert compaction.messages == own().messages
    assert compaction.edits == own().edits
    assert compaction.state == own().state
    assert compaction.notice == own().notice
    assert compaction.report.notes == [*own().report.notes, note]


class TestTime:
    def test_late_it_is_cancelled_and_ours_stands_there(self) -> None:
        ended: list[str] = []

        async def slow(calls: list[ExtractedToolCall]) -> str:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                ended.append("cancelled")
                raise
            return "late"

        compaction = compacted(slow, timeout=0.02)
        assert notes(compaction) == ["the summariser took longer than 0.02 s"]
        assert compaction.messages == own().messages
        assert ended == ["cancelled"]

    def test_one_that_does_not_let_itself_be_cancelled_makes_nobody_late(self) -> None:
        async def main() -> float:
            free = asyncio.Event()

            async def stubborn(calls: list[ExtractedToolCall]) -> str:
                while not free.is_set():
                    try:
                        await free.wait()
                    except asyncio.CancelledError:
                        continue
                raise RuntimeError("nobody hears of this")

            loop = asyncio.get_running_loop()
            since = loop.time()
            await compact_messages_async(over(), window=WINDOW, summarize=stubborn, timeout=0.05)
            took = loop.time() - since
            complaints: list[Any] = []
            loop.set_exception_handler(lambda _, context: complaints.append(context))
            free.set()
            await asyncio.sleep(0.01)
            gc.collect()
            await asyncio.sleep(0)
            assert complaints == []
            return took

        assert asyncio.run(main()) < 30

    def test_other_tasks_run_meanwhile(self) -> None:
        async def main() -> list[str]:
            order: list[str] = []

            async def summarize(calls: list[ExtractedToolCall]) -> str:
                await asyncio.sleep(0.05)
                order.append("summary")
                return "A summary."

            async def other() -> None:
                await asyncio.sleep(0.01)
                order.append("other")

            await asyncio.gather(compact_messages_async(over(), window=WINDOW, summarize=summarize), other())
            return order

        assert asyncio.run(main()) == ["other", "summary"]

    def test_cancelled_it_raises_and_the_summarizer_hears_of_it(self) -> None:
        events: list[Any] = []

        async def main() -> None:
            started, heard = asyncio.Event(), asyncio.Event()

            async def summarize(calls: list[ExtractedToolCall]) -> str:
                started.set()
                try:
                    await asyncio.sleep(60)
                finally:
                    heard.set()
                return "late"

            options: Any = {"window": WINDOW, "summarize": summarize, "on_event": events.append}
            task = asyncio.ensure_future(compact_messages_async(over(), **options))
            await started.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            await asyncio.wait_for(heard.wait(), 10)

        asyncio.run(main())
        assert events == []


class TestNobodyIsAsked:
    def never(self, calls: list[ExtractedToolCall]) -> Any:
        raise AssertionError("asked")

    def test_below_the_mark_the_very_list_comes_back(self) -> None:
        messages = conversation(3)
        compaction = asyncio.run(compact_messages_async(messages, window=WINDOW, summarize=self.never))
        assert compaction.messages is messages
        assert compaction.report.notes == []

    def test_with_facts_in_place(self) -> None:
        compaction = compacted(self.never, style="mask")
        assert compaction.messages == compact_messages(over(), window=WINDOW).messages
        assert compaction.notice is not None

    def test_without_messages(self) -> None:
        assert asyncio.run(compact_messages_async([], window=WINDOW, summarize=self.never)).changed is False

    @pytest.mark.parametrize("options", [{}, {"style": "summary"}, {"summarize": None, "timeout": None}])
    def test_without_one_it_is_compact_messages(self, options: Any) -> None:
        compaction = asyncio.run(compact_messages_async(over(), window=WINDOW, **options))
        expected = compact_messages(over(), window=WINDOW, style=options.get("style"))  # type: ignore[arg-type]
        assert (compaction.messages, compaction.state) == (expected.messages, expected.state)
        assert compaction.report == expected.report


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"window": WINDOW, "summarize": "x"}, "summarize: 'x' is not an async function (calls) -> str"),
        ({"window": WINDOW, "timeout": -1}, "timeout: -1 is not a number of seconds, 0 or more, or None"),
        ({"window": WINDOW, "timeout": float("nan")}, "timeout: nan is not a number of seconds, 0 or more, or None"),
        ({"window": WINDOW, "timeout": True}, "timeout: True is not a number of seconds, 0 or more, or None"),
        ({"window": WINDOW, "summarize": short, "trigger_at": 2}, "trigger_at: 2 is not a number from 0 to 1"),
        ({"window": WINDOW, "sumarize": short}, "sumarize: is not an option"),
        ({"window": WINDOW, "on_event": 1}, "on_event: 1 is not a function (compaction) -> None"),
    ],
)
def test_wrong_options_are_refused(options: Any, message: str) -> None:
    for call in (lambda: asyncio.run(compact_messages_async(over(), **options)), lambda: Compactor(**options)):
        with pytest.raises(TooltrimError) as caught:
            call()
        assert caught.value.message.startswith(message)
        assert caught.value.code == "INVALID_OPTION"
    with pytest.raises(TooltrimError, match="summarize: is not an option"):
        compact_messages(over(), window=WINDOW, summarize=short)  # type: ignore[call-arg]


class TestCompactor:
    def test_a_conversation_goes_on_with_the_summaries_of_a_model(self) -> None:
        asked: list[int] = []

        async def summarize(calls: list[ExtractedToolCall]) -> str:
            asked.append(len(calls))
            await asyncio.sleep(0)
            return f"Summary {len(asked)} of {len(calls)} calls."

        async def main() -> None:
            compactor = Compactor(window=WINDOW, summarize=summarize)
            whole, steps, before = conversation(120), 0, []
            for end in range(3, len(whole) + 1, 2):
                done = await compactor.next_async(whole[:end])
                assert validate_messages(done.messages) == []
                assert done.report.after.chars <= 16_000
                if done.notice is None and before:
                    # Between two steps a request begins with the same bytes.
                    assert done.messages[: len(before)] == before
                steps += done.notice is not None
                before = done.messages
            assert steps > 2
            assert 0 < len(asked) <= steps
            assert f"Summary {len(asked)} of" in str(before)
            # A restarted process reuses the same text.
            restored = Compactor(window=WINDOW, style="summary", state=compactor.state())
            assert restored.next(whole).messages == before

        asyncio.run(main())

    def test_without_a_summarizer_both_methods_are_the_same(self) -> None:
        one, other = Compactor(window=WINDOW, style="summary"), Compactor(window=WINDOW, style="summary")
        for calls in (3, 24, 25):
            done, same = asyncio.run(one.next_async(conversation(calls))), other.next(conversation(calls))
            assert (done.messages, done.report) == (same.messages, same.report)
        assert one.state() == other.state()

    @pytest.mark.parametrize("summarize", [raises, too_much, no_text])
    def test_a_failure_leaves_our_own_summary(self, summarize: Write) -> None:
        compactor, plain = Compactor(window=WINDOW, summarize=summarize), Compactor(window=WINDOW, style="summary")
        done = asyncio.run(compactor.next_async(over()))
        assert done.messages == plain.next(over()).messages
        assert done.report.notes[-1].startswith("the summariser")
        assert compactor.state() == plain.state()

    def test_cancelled_nothing_was_decided(self) -> None:
        events: list[Any] = []

        async def main() -> None:
            started = asyncio.Event()

            async def waits(calls: list[ExtractedToolCall]) -> str:
                started.set()
                await asyncio.sleep(60)
                return "late"

            compactor = Compactor(window=WINDOW, summarize=waits, on_event=events.append)
            compactor.next(conversation(3))
            before = compactor.state()
            task = asyncio.ensure_future(compactor.next_async(over()))
            await started.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert (compactor.state(), events) == (before, [])
            plain = Compactor(window=WINDOW, style="summary")
            plain.next(conversation(3))
            assert compactor.next(over()).messages == plain.next(over()).messages

        asyncio.run(main())

    def test_a_request_in_the_meantime_counts_and_the_text_is_dropped(self) -> None:
        async def main() -> None:
            async def summarize(calls: list[ExtractedToolCall]) -> str:
                # Neither blocked nor mixed up.
                other.append(compactor.next(conversation(25)))
                return "Of a conversation that went on."

            other: list[Any] = []
            compactor = Compactor(window=WINDOW, summarize=summarize)
            done = await compactor.next_async(over())
            assert "went on" not in str(done.messages)
            assert done.messages == other[0].messages[: len(done.messages)]
            assert done.report.notes[-1] == "the conversation went on while the summariser wrote"
            assert "went on" not in compactor.state()

        asyncio.run(main())

    def test_many_tasks_at_once_get_messages_that_their_provider_takes(self) -> None:
        async def main() -> None:
            async def summarize(calls: list[ExtractedToolCall]) -> str:
                await asyncio.sleep(0.001 * (len(calls) % 3))
                return "A summary."

            compactor = Compactor(window=WINDOW, summarize=summarize)
            sizes = [4, 24, 9, 30, 24, 25, 40, 3]
            requests = (compactor.next_async(conversation(calls)) for calls in sizes)
            for done in await asyncio.gather(*requests):
                assert validate_messages(done.messages) == []
                assert done.report.after.chars <= 16_000

        asyncio.run(main())
