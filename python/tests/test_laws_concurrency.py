"""Laws of conversations, streams and threads, with drawn inputs."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from test_laws import conversation_of, draws, limits, shapes, texts, turns, values

from tooltrim_core import (
    Compactor,
    OutputStore,
    Trimmer,
    TrimStream,
    compact_messages,
    compact_messages_async,
    trim,
    trim_value,
    validate_messages,
)

formats = st.sampled_from(["openai-chat", "anthropic"])


@draws(20)
@given(texts, limits, shapes, st.lists(st.integers(0, 2000), max_size=6))
def test_a_stream_of_texts_has_the_result_of_the_whole(
    text: str, limits: dict[str, int], shape: dict[str, Any], cuts: list[int]
) -> None:
    # A surrogate alone is one in both.
    text = text.encode("utf-8", "replace").decode()
    places = sorted({0, len(text), *(cut for cut in cuts if cut < len(text))})
    pieces = [text[begin:end] for begin, end in zip(places, places[1:])]
    whole = trim(text, **limits, **shape)
    read = TrimStream(**limits, **shape).read(pieces)

    async def slowly() -> Any:
        async def each() -> Any:
            for piece in pieces:
                await asyncio.sleep(0)
                yield piece

        return await TrimStream(**limits, **shape).aread(each())

    for streamed in (read, asyncio.run(slowly())):
        assert (streamed.text, streamed.omitted, streamed.truncated) == (whole.text, whole.omitted, whole.truncated)


@draws(20)
@given(texts, st.integers(1, 400), st.integers(0, 3))
def test_a_long_text_crosses_as_well_as_a_short_one(text: str, limit: int, extra: int) -> None:
    # ASCII and other texts take different ways from 16 KB on; so do bytes.
    for long in (text + "x" * 20_000, "y" * (16 * 1024 - extra) + "z" * extra + "\n", text * 40 + "\u00e9" * 17_000):
        trimmed = trim(long, limit)
        data = long.encode("utf-8", "surrogatepass")
        if all(char < "\ud800" or char > "\udfff" for char in long):
            assert trim(data, limit) == trimmed
        assert len(trimmed.text) <= limit
        assert trimmed.omitted.chars >= len(long) - limit


@draws(10)
@given(turns, st.integers(400, 5000), formats, st.data())
def test_whatever_a_summarizer_does_the_provider_takes_the_messages(
    turns: Any, window: int, format: Any, data: st.DataObject
) -> None:
    conversation = conversation_of(turns, format)
    text = data.draw(texts | st.just("A summary.") | st.none() | st.just("word " * 3000))
    raises = data.draw(st.booleans())

    async def summarize(calls: list[Any]) -> Any:
        assert calls
        if raises:
            raise RuntimeError(text)
        return text

    options: Any = {"window": {"chars": window}, "recent_calls_to_keep": 2}
    own = compact_messages(conversation, style="summary", **options)
    done = asyncio.run(compact_messages_async(conversation, summarize=summarize, **options))
    assert validate_messages(done.messages, format) == []
    assert done.report.after.chars <= max(own.report.after.chars, window)
    if raises or not isinstance(text, str) or not text.strip():
        assert done.messages == own.messages

    async def grow() -> None:
        compactor = Compactor(summarize=summarize, format=format, **options)
        step = 2 if format == "anthropic" else 1
        for end in range(1, len(conversation) + 1, step):
            compaction = await compactor.next_async(conversation[:end])
            known = validate_messages(conversation[:end], format)
            assert len(validate_messages(compaction.messages, format)) <= len(known)

    asyncio.run(grow())


jobs = st.lists(
    st.one_of(
        st.tuples(st.just("trim"), texts, st.integers(0, 300)),
        st.tuples(st.just("value"), values, st.integers(2, 300)),
        st.tuples(st.just("shared"), texts, st.just(0)),
        st.tuples(st.just("compact"), turns, st.integers(400, 3000)),
    ),
    min_size=2,
    max_size=10,
)


@draws(10)
@given(jobs)
def test_threads_get_the_results_that_one_thread_gets(jobs: list[tuple[str, Any, int]]) -> None:
    shared = Trimmer(max_bytes=150, rescue=True)

    def run(job: tuple[str, Any, int]) -> Any:
        kind, given, limit = job
        if kind == "trim":
            return trim(given, limit, tokens=len, max_tokens=10_000)
        if kind == "value":
            return trim_value(given, max_total_bytes=limit).value
        if kind == "shared":
            return shared.trim(given)
        return compact_messages(conversation_of(given, "openai-chat"), window={"chars": limit}).messages

    alone = [run(job) for job in jobs]
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(run, jobs * 2)) == alone * 2


@draws(10)
@given(st.lists(texts.filter(lambda text: "\ud83d" not in text and "\udc00" not in text), min_size=1, max_size=12))
def test_a_store_gives_every_thread_its_own_text_back(kept: list[str]) -> None:
    store = OutputStore()

    def put(text: str) -> bool:
        return store.get(store.put(text)) == text

    with ThreadPoolExecutor(6) as pool:
        assert all(pool.map(put, kept * 3))
        refs = list(pool.map(store.put, kept))
    assert [store.get(ref) for ref in refs] == kept
    assert len(set(refs)) == len(set(kept))


@draws(10)
@given(turns)
def test_a_compactor_shared_by_threads_gives_each_a_whole_conversation(turns: Any) -> None:
    compactor = Compactor(window={"chars": 2500})
    conversations = [conversation_of(turns[: end + 1], "anthropic") for end in range(min(len(turns), 8))]
    with ThreadPoolExecutor(4) as pool:
        for done in pool.map(compactor.next, conversations):
            assert validate_messages(done.messages, "anthropic") == []
