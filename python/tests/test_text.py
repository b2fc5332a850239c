"""One text."""

from __future__ import annotations

import copy
import io
import pickle
import re
from typing import Any, cast

import pytest

import tooltrim_core
from tooltrim_core import OutputStore, TooltrimError, Trimmed, Trimmer, TrimStream, clean, presets, toolify, trim


def test_a_text_that_fits_is_the_very_input() -> None:
    text = "a line\n" * 10
    assert trim(text).text is text
    assert trim(text, 4000, rescue=True, snap="char").text is text
    assert str(trim(text)) == text


def test_no_limit_is_4000_chars() -> None:
    assert len(trim("x" * 9000).text) == 4000
    assert trim("x" * 4000).truncated is False


@pytest.mark.parametrize(
    "text", ["\ud83d" * 9000, "a\udc00b\n" * 3000, "ok\n" * 3000 + "\ud800", "\udfff" + "ok\n" * 3000]
)
def test_lone_surrogates_do_no_harm(text: str) -> None:
    for options in (
        {},
        {"rescue": True},
        {"clean": True},
        {"snap": "grapheme"},
        {"max_bytes": 500},
        {"format": "json"},
    ):
        trimmed = trim(text, 900, **options)
        assert len(trimmed.text) <= 900
        # What is cut can be sent.
        trimmed.text.encode()
    assert trim(text, 20_000).text is text
    assert tooltrim_core.measure(text).chars == len(text)
    assert clean(text) in (text, text.replace("\ud83d", "\ufffd"), clean(text))
    stream = TrimStream(900)
    stream.write(text)
    assert stream.finish().text == trim(text, 900).text


def test_bytes_are_read_as_utf8() -> None:
    assert trim("caf\u00e9\n".encode() * 3000, 100).text.startswith("caf\u00e9\n")
    assert trim(b"short").text == "short"
    assert trim(bytearray(b"short")).text == "short"
    assert trim(b"caf\xe9", decode="replace").text == "caf\ufffd"
    with pytest.raises(TooltrimError) as caught:
        trim(b"caf\xe9")
    assert caught.value.code == "INVALID_ENCODING"


@pytest.mark.parametrize(
    ("options", "code", "field"),
    [
        ({"max_chars": -1}, "INVALID_OPTION", "max_chars"),
        ({"max_chars": float("nan")}, "INVALID_OPTION", "max_chars"),
        ({"max_chars": "100"}, "INVALID_OPTION", "max_chars"),
        ({"max_chars": True}, "INVALID_OPTION", "max_chars"),
        ({"max_char": 100}, "INVALID_OPTION", "max_char"),
        ({"maxChars": 100}, "INVALID_OPTION", "maxChars"),
        ({"keep": "middle"}, "INVALID_OPTION", "keep"),
        ({"head_share": 2}, "INVALID_OPTION", "head_share"),
        ({"marker": "{colour}"}, "INVALID_OPTION", "marker"),
        ({"marker": "a marker that is longer than its limit", "max_chars": 9}, "MARKER_TOO_LONG", "marker"),
        ({"rescue": {"shares": 1}}, "INVALID_OPTION", "rescue.shares"),
        ({"clean": {"colour": True}}, "INVALID_OPTION", "clean.colour"),
        ({"tokens": "cl100k"}, "INVALID_OPTION", "tokens"),
        ({"store": "here"}, "INVALID_OPTION", "store"),
    ],
)
def test_wrong_options_are_refused_before_the_text_is_read(options: Any, code: str, field: str) -> None:
    for call in (lambda: trim("", **options), lambda: Trimmer(**options), lambda: TrimStream(**options)):
        with pytest.raises(TooltrimError) as caught:
            call()
        assert caught.value.code == code
        assert caught.value.field == field, caught.value
        assert str(caught.value).startswith(f"{field}:")


def test_what_is_no_text_is_refused() -> None:
    for value in (None, 7, ["a"], {"a": 1}):
        with pytest.raises(TooltrimError):
            trim(value)  # type: ignore[arg-type]


def test_infinity_is_no_limit_and_fractions_round_down() -> None:
    assert trim("x" * 9000, float("inf")).truncated is False
    assert trim("x" * 9000, 10**30).truncated is False
    assert len(trim("x" * 9000, 100.9).text) == 100


def test_placeholders_have_two_spellings() -> None:
    text = "a line\n" * 1000
    for name in ("omitted_chars", "total_lines", "kept_chars"):
        python = trim(text, 200, marker="<{" + name + "}>")
        rust = trim(text, 200, marker="<{" + "".join([name.split("_")[0], name.split("_")[1].title()]) + "}>")
        assert python == rust
        assert "<{" not in python.text


def test_errors_can_be_copied_and_sent_to_other_processes() -> None:
    with pytest.raises(TooltrimError) as caught:
        trim("", -1)
    for other in (pickle.loads(pickle.dumps(caught.value)), copy.copy(caught.value)):
        assert (other.code, other.field, str(other)) == ("INVALID_OPTION", "max_chars", str(caught.value))
    assert isinstance(caught.value, ValueError)
    trimmed = trim("x" * 9000)
    assert pickle.loads(pickle.dumps(trimmed)) == trimmed


def test_a_counter_of_the_callers_decides() -> None:
    calls: list[str] = []

    def words(text: str) -> int:
        calls.append(text)
        return len(text.split())

    text = "one two three\n" * 1000
    trimmed = trim(text, max_tokens=100, tokens=words)
    assert words(trimmed.text) <= 100
    assert words(trimmed.text) > 60
    assert trim("short", max_tokens=100, tokens=words).truncated is False


def test_what_a_counter_raises_reaches_the_caller() -> None:
    def fails(text: str) -> int:
        raise ConnectionError("the tokenizer is away")

    with pytest.raises(ConnectionError, match="the tokenizer is away"):
        trim("one two three\n" * 1000, max_tokens=100, tokens=fails)
    # The instance is as good as before.
    assert len(trim("x" * 9000, 100).text) == 100


def test_presets_are_plain_options() -> None:
    assert presets.context_trimmer("HEAD", 100) == presets.context_trimmer("head", 100)  # type: ignore[arg-type]
    with pytest.raises(TooltrimError, match="mode: "):
        presets.context_trimmer("middle")  # type: ignore[arg-type]
    log = "step ok\n" * 3000 + "error: disk full\n" + "step ok\n" * 3000
    assert "error: disk full" in trim(log, **{**presets.terminal(), "max_chars": 900}).text
    for name in ("toolify", "context_trimmer", "field", "checkpoint", "response", "terminal", "file_read", "search"):
        assert isinstance(trim(log, **getattr(presets, name)()), Trimmed)


def test_a_stream_is_a_file_to_write_to() -> None:
    stream = TrimStream(200)
    for number in range(3000):
        print("step", number, file=stream)
    whole = "".join(f"step {number}\n" for number in range(3000))
    assert stream.finish() == trim(whole, 200)
    assert stream.finish() is stream.finish()
    with pytest.raises(TooltrimError):
        stream.write("late")
    assert TrimStream(200).read(io.StringIO(whole)) == trim(whole, 200)
    assert TrimStream(200).read(io.BytesIO(whole.encode())) == trim(whole, 200)
    assert "".join(TrimStream(10)) == ""


def test_a_stream_is_flat_in_memory() -> None:
    stream = TrimStream(1000, rescue=True)
    for _ in range(300):
        stream.write("a line of a log that goes on\n" * 3000)
    assert stream._core is not None
    held = stream._core.memory_bytes()
    trimmed = stream.finish()
    assert trimmed.omitted.chars > 25_000_000
    assert held < 8_000_000


def test_a_context_manager_has_its_result() -> None:
    with TrimStream(100) as stream:
        stream.write("x" * 5000)
    assert len(stream.result.text) == 100
    with pytest.raises(KeyError), TrimStream(100) as stream:
        raise KeyError
    with pytest.raises(TooltrimError):
        _ = stream.result


def test_secrets_are_replaced() -> None:
    assert "hunter2" not in tooltrim_core.redact_secrets(
        "export DB_PASSWORD=hunter2secret\n" + "postgres://a:hunter2@db/x"
    )


def test_kept_pieces_are_counted_in_code_points() -> None:
    log = "step ok \U0001f680\n" * 300 + "error: disk full \U0001f4a5\n" + "step ok \U0001f680\n" * 300
    trimmed = trim(log, 400, marker="~")
    pieces = [log[start:end] for start, end in trimmed.kept]
    assert len(pieces) == 3
    assert "error: disk full \U0001f4a5\n" in pieces[1]
    assert trimmed.text == "~\n".join(pieces)
    assert trimmed.kept[-1][1] == len(log)
    stream = TrimStream(400, marker="~")
    stream.write(log)
    assert stream.finish().kept == trimmed.kept
    assert copy.copy(trimmed).kept == trimmed.kept


def test_kept_pieces_of_a_text_that_is_not_cut() -> None:
    assert trim("whole").kept == trim("whole", 9, rescue=True).kept == ((0, 5),)
    assert trim("").kept == trim("", format="json").kept == ()
    assert trim("\x1b[1mok\x1b[0m", clean=True).kept == ((0, 2),)
    assert trim('["item", "item", "item", "item"]', 20, format="json").kept == ()


@pytest.mark.parametrize("keep", ["head", "tail", "ends"])
@pytest.mark.parametrize("snap", ["char", "grapheme", "line"])
def test_of_a_long_text_only_the_ends_are_read(keep: Any, snap: Any) -> None:
    unread = "x" * 400 + "\n"
    log = "".join(f"step {number} of many\n" for number in range(2000)) + unread * 200
    log += "".join(f"step {number} of many\r\n" for number in range(2000))
    for options in (
        {"max_chars": 900},
        {"max_bytes": 777, "trim_end": True},
        {"max_utf16": 500, "marker": "<{count}>"},
    ):
        given: Any = {**options, "keep": keep, "snap": snap, "rescue": False}
        whole: Any = {**given, "count": ["lines"]}  # These are counted in the whole text.
        short, full = trim(log, **given), trim(log, **whole)
        assert (short.text, short.kept, short.truncated) == (full.text, full.kept, True)
        assert (short.omitted.chars, short.omitted.utf16) == (full.omitted.chars, full.omitted.utf16)


def test_errors_name_options_as_they_are_written_in_python() -> None:
    for call, said in (
        (lambda: trim("x" * 50, 5, marker="[cut off]"), "more than max_chars 5"),
        (lambda: trim("x", marker="{colour}"), "known are count, omitted_chars,"),
        (lambda: presets.context_trimmer(cast(Any, "middle")), "one of 'head', 'tail', 'center', 'center_lines'"),
        (lambda: trim("x", scope=cast(Any, "no scope")), "scope: 'no scope' is not"),
    ):
        with pytest.raises(TooltrimError, match=re.escape(said)):
            call()
    assert trim("x" * 5000, 100, marker="{omitted_chars} of {totalChars}").text.startswith("x")


def test_utf16_is_decoded_whether_or_not_it_fits() -> None:
    for encoding in ("utf-16", "utf-16-le", "utf-16-be"):
        given = "line of text\n".encode(encoding)
        assert trim(given).text.removeprefix("\ufeff") == "line of text\n"
        assert trim(given, decode="strict").text.removeprefix("\ufeff") == "line of text\n"
        store = OutputStore()
        stream = TrimStream(60, store=store)
        long = ("line of text \u00e9\n" * 100).encode(encoding)
        # Chars may be split between pieces.
        for at in range(0, len(long), 7):
            stream.write(long[at : at + 7])
        ref = stream.finish().ref
        assert ref is not None and store.get(ref) == trim(long, 10_000).text
    assert toolify(lambda: "line of text\n".encode("utf-16-le"))() == "line of text\n"
