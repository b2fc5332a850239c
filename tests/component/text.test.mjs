// The interface `text` at its edges; what it computes is compared in golden.test.mjs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { instantiate, outcome } from "./host.mjs";

const { text } = instantiate();
const utf8 = new TextEncoder();

/** What `trim` returns, or its error. */
const trim = (input, options) => outcome(() => text.trim(input, options));
const whole = (input) => {
  const kept = input === "" ? [] : [[0, utf8.encode(input).length]];
  return { result: { text: input, truncated: false, omitted: { utf16: 0, chars: 0 }, kept, events: [] } };
};

test("without options the core's defaults hold", () => {
  const { result } = trim("x".repeat(5000));
  assert.ok(result.text.length <= 4000);
  assert.equal(result.text.replaceAll(/x+/g, "x"), "x\u2026\n... [truncated 1,035 chars] ...\n\u2026x");
  assert.deepEqual(trim("x".repeat(4000)), whole("x".repeat(4000)));
  assert.deepEqual(trim("x".repeat(5000), {}), { result });
});

test("pieces are counted in bytes", () => {
  const log = `${"step ok \u{1f680}\n".repeat(300)}error: disk full\n${"step ok \u{1f680}\n".repeat(300)}`;
  const { result } = trim(log, { maxChars: 400, marker: "~", rescue: {} });
  const pieces = result.kept.map(([start, end]) => new TextDecoder().decode(utf8.encode(log).subarray(start, end)));
  assert.equal(pieces.length, 3);
  assert.match(pieces[1], /^error: disk full\n/m);
  assert.equal(result.text, pieces.join("~\n"));
  assert.deepEqual(trim(JSON.stringify([log]), { maxChars: 400, format: "json" }).result.kept, []);
});

test("every option reaches the core", () => {
  const lines = "0123456789 \n".repeat(100);
  const plain = { maxChars: 100, marker: "~", snap: "char" };
  const lengths = (options) =>
    trim(lines, { ...plain, ...options })
      .result.text.split("~")
      .map(({ length }) => length);
  assert.deepEqual(lengths({}), [49, 50]);
  assert.deepEqual(lengths({ keep: "head" }), [99, 0]);
  assert.deepEqual(lengths({ keep: "tail" }), [0, 99]);
  assert.deepEqual(lengths({ keep: "none" }), [0, 0]);
  assert.deepEqual(lengths({ headShare: 0.1 }), [9, 90]);
  assert.deepEqual(lengths({ headChars: 7, tailChars: 8 }), [7, 8]);
  assert.deepEqual(lengths({ maxUtf16: 20 }), [9, 10]);
  assert.deepEqual(lengths({ maxBytes: 20 }), [9, 10]);
  assert.deepEqual(lengths({ maxLines: 2, keep: "head" }), [23, 0]);
  assert.deepEqual(lengths({ keep: "head", headChars: 12, trimEnd: true }), [10, 0]);
  const tokens = (tokenMargin) => text.estimateTokens(trim(lines, { maxTokens: 60, tokenMargin }).result.text);
  assert.ok(tokens(1) <= 60 && tokens(2) <= 30 && tokens(2) < tokens(1), `${tokens(1)}, ${tokens(2)}`);
  assert.deepEqual(Object.keys(trim(lines, { ...plain, count: ["lines", "tokens"] }).result.omitted), [
    "utf16",
    "chars",
    "lines",
    "tokens",
  ]);
});

test("a text that is JSON stays JSON, with numbers and escapes as they are", () => {
  const body = "It crashes. ".repeat(40);
  const answer = `{ "id": 12345678901234567890, "price": 1.50, "name": "caf\\u00e9", "body": "${body}" }`;
  const json = (options) => trim(answer, { format: "json", ...options });
  const { result } = json({ maxBytes: 200 });
  assert.ok(result.text.startsWith('{"id":12345678901234567890,"price":1.50,"name":"caf\\u00e9","body":"It crashes. '));
  assert.match(JSON.parse(result.text).body, /\.\.\. \[truncated [\d,]+ chars\] \.\.\./);
  assert.ok(utf8.encode(result.text).length <= 200);
  assert.deepEqual([result.truncated, result.cleaned], [true, { chars: 9, lines: 0 }]);
  assert.deepEqual(json({ maxChars: 600 }), whole(answer));
  assert.deepEqual(json({ maxBytes: 200, format: "text" }), trim(answer, { maxBytes: 200 }));
  const bytes = text.trimBytes(utf8.encode(answer), { format: "json", maxBytes: 200 });
  assert.equal(bytes.text, result.text);
  const broken = answer.slice(0, -1);
  assert.deepEqual(trim(broken, { format: "json", maxBytes: 200 }), trim(broken, { maxBytes: 200 }));
});

test("an error arrives with its code and message", () => {
  assert.deepEqual(trim("text", { maxChars: 20, marker: "[the rest was left out]" }), {
    error: {
      code: "MARKER_TOO_LONG",
      message: 'marker: "[the rest was left out]" takes up to 23 chars, more than maxChars 20',
    },
  });
  for (const options of [{ headShare: 2 }, { headShare: Number.NaN }, { tokenMargin: 0 }, { marker: "{nothing}" }]) {
    const [name] = Object.keys(options);
    const { error } = trim("text", options);
    assert.equal(error?.code, "INVALID_OPTION");
    assert.ok(error.message.startsWith(`${name}: `), error.message);
  }
});

test("an instance goes on after an error", () => {
  assert.ok(trim("text", { maxChars: 20, marker: "[the rest was left out]" }).error);
  assert.deepEqual(trim("text"), whole("text"));
});

test("an empty text stays empty", () => {
  assert.deepEqual(trim(""), whole(""));
  assert.deepEqual(trim("", { maxChars: 0, marker: "" }), whole(""));
  assert.equal(text.estimateTokens(""), 0);
});

test("no surrogate pair is split, and a lone surrogate is read as U+FFFD", () => {
  const { result } = trim("\u{1f680}".repeat(100), { maxUtf16: 41, marker: "~", snap: "char" });
  assert.ok(result.text.isWellFormed());
  assert.deepEqual(result.omitted, { utf16: 160, chars: 80 });
  assert.deepEqual(trim("a\ud800b\udc00"), whole("a\ufffdb\ufffd"));
});

test("bytes are decoded as UTF-8, strictly unless told otherwise", () => {
  const bytes = (input, options) => outcome(() => text.trimBytes(input, options));
  assert.deepEqual(bytes(utf8.encode("caf\u00e9")), whole("caf\u00e9"));
  assert.deepEqual(bytes(Uint8Array.of(0x63, 0xe9), { decode: "replace" }), whole("c\ufffd"));
  assert.deepEqual(bytes(Uint8Array.of(0x63, 0xe9)), {
    error: {
      code: "INVALID_ENCODING",
      message: 'text: byte 1 (0xe9) is not UTF-8; use decode "replace" to read it as U+FFFD',
    },
  });
});

test("secrets become notes of their kind", () => {
  const token = `gh${"p"}_${"q8Zt3Vw9Lk2Xb7Mc4N".repeat(2)}`;
  assert.equal(text.redactSecrets(`a ${token}\nb`), "a [redacted: github token]\nb");
  assert.equal(text.redactSecrets("token: string"), "token: string");
});

test("a text of 20 MB is trimmed to its limit", () => {
  const line = "[12:00:01] \u2713 build \u672c\u8a9e \u{1f680} ok (3 ms)\n";
  const input = line.repeat(2 ** 19);
  const { result } = trim(input, { maxBytes: 5000, count: ["lines"] });
  assert.ok(utf8.encode(result.text).length <= 5000);
  assert.ok(result.text.startsWith(line) && result.text.endsWith(line));
  const kept = result.text.split("\n").filter((one) => one && `${one}\n` === line).length;
  assert.equal(result.omitted.lines, 2 ** 19 - kept);
});

test("memory does not grow from call to call", () => {
  // A new instance: the free memory of one that has seen large texts would hide a leak.
  const { text, memory } = instantiate();
  const input = "a line of some length, with an end.\n".repeat(20_000);
  const round = () => {
    for (const maxChars of [20, 400_000, 1_000_000]) outcome(() => text.trim(input, { maxChars }));
    text.trimBytes(utf8.encode(input), undefined);
    text.measure(input);
  };
  round();
  const before = memory.buffer.byteLength;
  for (let count = 0; count < 10; count += 1) round();
  assert.equal(memory.buffer.byteLength, before);
});

test("a count that is negative or no number is refused by name, a huge one is no limit", () => {
  const long = "x".repeat(130_000);
  for (const [wrong, shown] of [
    [-1, "-1"],
    [Number.NaN, "NaN"],
    ["7", '"7"'],
  ]) {
    const message = `maxChars: ${shown} is not 0 or more`;
    assert.throws(() => text.trim(long, { maxChars: wrong }), {
      message,
      code: "INVALID_OPTION",
      payload: { code: "INVALID_OPTION", message },
    });
  }
  assert.equal(text.trim(long, { maxChars: 2 ** 33 }).text.length, 130_000);
  assert.throws(() => text.trim(long, { maxChars: 3, marker: "much too long" }), {
    message: /^marker: .*maxChars 3$/,
    code: "MARKER_TOO_LONG",
  });
});

test("options of a wrong name, word or type are refused with their name", () => {
  for (const [options, message] of [
    [5, "options: 5 is not an object"],
    [["maxChars"], "options: a list is not an object"],
    [{ maxChar: 5 }, /^maxChar: is not an option; known are preset, maxChars, /],
    [{ keep: "middle" }, 'keep: "middle" is not one of "head", "tail", "ends", "none"'],
    [{ count: ["words"] }, 'count: "words" is not one of "bytes", "lines", "tokens"'],
    [{ marker: 3 }, "marker: 3 is not a string"],
    [{ rescue: true }, "rescue: true is not an object"],
    [{ rescue: { include: "error" } }, 'rescue.include: "error" is not a list'],
    [{ rescue: { on: "false" } }, 'rescue.on: "false" is not true or false'],
    [{ trimEnd: 0 }, "trimEnd: 0 is not true or false"],
    [{ headShare: "0.3" }, 'headShare: "0.3" is not a number'],
    [{ headShare: 1n }, "headShare: 1 is not a number"],
    [{ rescue: { shares: 1 } }, "rescue.shares: is not an option; known are on, share, include, exclude"],
  ]) {
    assert.throws(() => text.trim("x", options), { code: "INVALID_OPTION", message });
  }
  assert.throws(() => text.trim(5), { code: "INVALID_OPTION", message: "argument 1: 5 is not a string" });
  assert.throws(() => text.trimBytes("x"), { code: "INVALID_OPTION", message: 'argument 1: "x" is not bytes' });
  const { Trimmer } = text;
  assert.throws(() => Trimmer.create({ maxChars: 10 }).trim(5), { message: "argument 1: 5 is not a string" });
  // Absent is absent, however it is said.
  assert.equal(text.trim("x", { maxChar: undefined, keep: undefined, marker: null }).text, "x");
});
