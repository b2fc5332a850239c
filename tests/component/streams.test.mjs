// Trimmers, streams, presets and events of the interface `text`.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import * as js from "tooltrim";
import { runs } from "../runs.mjs";
import { instantiate, outcome } from "./host.mjs";

const { text } = instantiate();
const log = `${Array.from({ length: 3000 }, (_, at) => `step ${at} ok \u00e9\u{1f680}\n`).join("")}error: disk full\n`;
const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

test("a preset is that of JavaScript, and fields that are given replace its own", () => {
  const modes = ["head", "tail", "center", "centerLines"].map((mode) => [
    `context-${kebab(mode)}`,
    js.presets.contextTrimmer(mode),
  ]);
  const { contextTrimmer: _, ...others } = js.presets;
  const named = Object.entries(others).map(([name, preset]) => [
    kebab(name),
    typeof preset === "function" ? preset() : preset,
  ]);
  assert.equal(named.length + modes.length, 12);
  const given = [log, JSON.stringify(log.split("\n")), "\u001b[1mretry\u001b[0m\n".repeat(60)];
  for (const [preset, options] of [...named, ...modes]) {
    for (const each of given) {
      const { text: own, truncated } = text.trim(each, { preset });
      assert.deepEqual([own, truncated], [js.trim(each, options).text, js.trim(each, options).truncated], preset);
      const smaller = text.trim(each, { preset, maxChars: 1000, label: "x" });
      assert.equal(smaller.text, js.trim(each, { ...options, maxChars: 1000 }).text, preset);
    }
  }
});

test("a cut comes with its event, as a listener in JavaScript hears it", () => {
  for (const options of [
    { maxChars: 500, label: "build log" },
    { maxBytes: 900, keep: "tail" },
    { maxLines: 40 },
    { maxTokens: 100, rescue: {} },
    { preset: "terminal", maxChars: 800 },
  ]) {
    const heard = [];
    const { preset, rescue, ...rest } = options;
    const given = { ...(preset && js.presets[preset]), ...rest, ...(rescue && { rescue: true }) };
    js.trim(log, { ...given, onTruncate: (event) => heard.push(event) });
    const expected = heard.map(({ label = "", unit, limit, before, after }) => ({ label, unit, limit, before, after }));
    assert.equal(heard.length, 1);
    assert.deepEqual(text.trim(log, options).events, expected);
    assert.deepEqual(text.trimBytes(new TextEncoder().encode(log), options).events, expected);
  }
  assert.deepEqual(text.trim("short", undefined).events, []);
});

test("a trimmer checks its options once", () => {
  const trimmer = text.Trimmer.create({ maxChars: 300, rescue: {} });
  assert.deepEqual(trimmer.trim(log), text.trim(log, { maxChars: 300, rescue: {} }));
  assert.equal(trimmer.trim("short").text, "short");
  assert.equal(trimmer.trimBytes(new TextEncoder().encode("caf\u00e9")).text, "caf\u00e9");
  assert.equal(outcome(() => trimmer.trimBytes(Uint8Array.of(0xff))).error.code, "INVALID_ENCODING");
  assert.equal(outcome(() => text.Trimmer.create({ headShare: 2 })).error.code, "INVALID_OPTION");
  const stream = trimmer.openStream();
  stream.push(log);
  assert.equal(stream.finish().text, trimmer.trim(log).text);
});

test("a stream cut anywhere gives the result of the whole", () => {
  const bytes = new TextEncoder().encode(log);
  const cuts = fc.array(fc.nat(bytes.length), { maxLength: 20 });
  const options = fc.constantFrom(
    { maxChars: 400 },
    { maxBytes: 2000, keep: "head" },
    { preset: "terminal", maxChars: 2000 },
    { maxTokens: 200, count: ["lines"] },
  );
  const property = fc.property(cuts, options, (cuts, options) => {
    const stream = text.TrimStream.create(options);
    const ends = [0, ...cuts.sort((one, other) => one - other), bytes.length];
    for (const [at, end] of ends.slice(1).entries()) stream.pushBytes(bytes.subarray(ends[at], end));
    assert.deepEqual(stream.finish(), text.trim(log, options));
  });
  fc.assert(property, runs(10));
});

test("a stream tells what it has so far, and ends once", () => {
  const stream = text.TrimStream.create({ maxChars: 4000 });
  stream.push("3 of 9 done, ");
  stream.pushBytes(Uint8Array.of(0x63, 0x61, 0x66, 0xc3));
  assert.equal(stream.soFar().text, "3 of 9 done, caf");
  stream.pushBytes(Uint8Array.of(0xa9));
  assert.equal(stream.finish().text, "3 of 9 done, caf\u00e9");
  const ended = { error: { code: "INVALID_OPTION", message: "finish: the stream has ended" } };
  stream.push("more");
  assert.deepEqual(
    outcome(() => stream.finish()),
    ended,
  );
  assert.deepEqual(
    outcome(() => stream.soFar()),
    ended,
  );
});

test("a stream refuses what it cannot read", () => {
  const json = outcome(() => text.TrimStream.create({ format: "json" }));
  assert.match(json.error.message, /^format: "json" needs the whole text/);
  const stream = text.TrimStream.create(undefined);
  const bad = {
    code: "INVALID_ENCODING",
    message: outcome(() => stream.pushBytes(Uint8Array.of(0x61, 0xff))).error.message,
  };
  assert.deepEqual(outcome(() => stream.pushBytes(Uint8Array.of(0x61))).error, bad);
  assert.deepEqual(outcome(() => stream.finish()).error, bad);
  const lossy = text.TrimStream.create({ decode: "replace" });
  lossy.pushBytes(Uint8Array.of(0x61, 0xff));
  assert.equal(lossy.finish().text, "a\ufffd");
});

test("memory does not grow with the length of a stream", () => {
  const { text, memory } = instantiate();
  const run = (pieces) => {
    const stream = text.TrimStream.create({ maxChars: 2000 });
    for (let count = 0; count < pieces; count += 1) stream.push(log);
    stream.finish();
    stream[Symbol.dispose]();
  };
  run(10);
  const before = memory.buffer.byteLength;
  run(300);
  assert.equal(memory.buffer.byteLength, before);
});
