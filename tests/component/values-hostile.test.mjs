// The interface `values` with JSON that breaks careless code.
import assert from "node:assert/strict";
import { test } from "node:test";
import { instantiate, outcome } from "./host.mjs";
import { valueOptionsFor } from "./inputs.mjs";

const { values, text } = instantiate();
const bytes = (one) => Buffer.byteLength(one);
const trim = (json, options = {}) => values.trimValue(json, valueOptionsFor(options));

test("numbers stay to the digit, escapes as they are written", () => {
  const kept = [
    "9007199254740993",
    "-12345678901234567890123456789012345678901234567890",
    "0.10000000000000000000000000001",
    "1.50E+400",
    "5e-324",
    "1.0",
    "-0",
    '"\\u00e9\\/\\u003c\\ud83d\\ude80"',
  ];
  const json = `{ "kept": [${kept.join(" , ")}], "log": "${"x".repeat(5000)}", "more": [1,2,3,4,5,6,7,8,9] }`;
  const start = `{"kept":[${kept.join(",")}],"log":"`;
  for (const options of [{}, { maxTotalBytes: 700 }, { maxItems: 8 }, { strings: { maxBytes: 300 } }]) {
    const { json: cut, truncated } = trim(json, options);
    assert.ok(truncated && cut.startsWith(start), cut);
    assert.ok(JSON.parse(cut).kept.length === kept.length);
  }
  const { json: capped } = values.capToSchema(json, '{"properties":{"log":{"maxLength":50}}}');
  assert.ok(capped.startsWith(start) && JSON.parse(capped).log.length <= 50);
  assert.ok(text.trim(json, { format: "json", maxChars: 600 }).text.startsWith(start));
});

test("a lone surrogate stays the escape that it is, and no pair is split", () => {
  const odd = `"${"\\ud83d".repeat(900)}"`;
  // Three bytes each.
  assert.deepEqual(trim(odd, { maxStringBytes: 2700 }), { json: odd, truncated: false, cuts: [], events: [] });
  assert.deepEqual(trim(odd, { maxStringBytes: 2699 }).cuts, [{ path: "", kind: "string", before: 2700, after: 85 }]);
  const short = trim(odd, { strings: { maxBytes: 100, marker: "~", snap: "char" } });
  assert.match(
    short.json,
    /^"(\\ud83d){16}~(\\ud83d){17}"$|^"(\\ud83d){17}~(\\ud83d){16}"$|^"(\\ud83d){16}~(\\ud83d){16}"$/,
  );
  for (const unit of ["\\ud83d\\ude80", "\u{1f680}", "\\n", '\\"', "\\\\", "\\u00e9"]) {
    const given = `{"a":"${unit.repeat(300)}","b":1}`;
    for (let maxTotalBytes = 60; maxTotalBytes < 90; maxTotalBytes += 1) {
      const { json } = trim(given, { maxTotalBytes });
      assert.ok(bytes(json) <= maxTotalBytes, json);
      assert.ok(JSON.parse(json).a.isWellFormed(), json);
    }
  }
});

test("names that stand twice, and those of prototypes, are data", () => {
  const long = `"${"x".repeat(3000)}"`;
  const short = '"value exceeds size limit (3000 bytes, max 2000) [content truncated for context limit]"';
  const json = (value) => `{"a":1,"a":${value},"__proto__":${value},"constructor":{"prototype":${value}},"":${value}}`;
  const { json: cut, cuts } = trim(json(long));
  assert.equal(cut, json(short));
  assert.deepEqual(
    cuts.map(({ path }) => path),
    ["/a", "/__proto__", "/constructor/prototype", "/"],
  );
  assert.equal(trim('{"a":1,"b":2,"a":3,"b":4}', { maxKeys: 3 }).json, '{"a":1,"b":2,"a":3}');
  const names = trim(`{"${"k".repeat(200)}a":1,"${"k".repeat(200)}b":2,"a~b/c":${long}}`, { maxStringBytes: 50 });
  const keys = Object.keys(JSON.parse(names.json));
  assert.ok(keys.length === 3 && keys.every((key) => bytes(key) <= 50), names.json);
  assert.deepEqual(names.cuts.at(-1).path, "/a~0b~1c");
});

test("depth is bounded, and does no harm", () => {
  // An empty list is never too deep.
  const lists = (depth) => `${"[".repeat(depth)}1${"]".repeat(depth)}`;
  const objects = (depth) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
  /** Nothing that is nested here is in quotes. */
  const levels = (json) => {
    let [level, most] = [0, 0];
    for (const char of json.replace(/"[^"]*"/g, "")) {
      if ("[{".includes(char)) level += 1;
      if ("]}".includes(char)) level -= 1;
      most = Math.max(most, level);
    }
    return most;
  };
  for (const nested of [lists, objects]) {
    assert.equal(trim(nested(128)).truncated, false);
    assert.equal(trim(nested(1000), { maxDepth: 5000 }).truncated, false);
    for (const depth of [129, 100_000]) {
      const { json, cuts } = trim(nested(depth));
      assert.deepEqual([levels(json), cuts.length, cuts[0].kind], [128, 1, "depth"]);
    }
    assert.equal(levels(trim(nested(100_000), { maxDepth: 5000 }).json), 1000);
    for (const maxDepth of [128, 1000]) {
      const { json, truncated } = trim(nested(100_000), { maxTotalBytes: 300, maxDepth });
      assert.ok(bytes(json) <= 300 && truncated);
      JSON.parse(json);
    }
    const flat = text.trim(nested(100_000), { format: "json", maxChars: 300 }).text;
    assert.ok(flat.length <= 300);
    JSON.parse(flat);
    const self = '{"$ref":"#/$defs/any","$defs":{"any":{"maxItems":0,"properties":{"a":{"$ref":"#"}}}}}';
    assert.equal(
      levels(values.capToSchema(nested(100_000), self, { maxDepth: 1000 }).json),
      nested === lists ? 1 : 1000,
    );
  }
});

test("what may have no level at all is a text within its total, and has no flag", () => {
  for (const json of ["[null]", '{"a":1}', "[[],[]]"]) {
    for (const maxTotalBytes of [undefined, 2, 4, 5, 100]) {
      const options = { maxDepth: 0, maxTotalBytes, flag: "cut" };
      const cut = trim(json, options);
      assert.equal(typeof JSON.parse(cut.json), "string", `${json} ${maxTotalBytes}`);
      assert.ok(bytes(cut.json) <= (maxTotalBytes ?? json.length), `${json} ${maxTotalBytes}: ${cut.json}`);
      assert.ok(cut.truncated && cut.cuts[0].kind === "depth");
      assert.deepEqual(trim(cut.json, options), { json: cut.json, truncated: false, cuts: [], events: [] });
    }
  }
});

test("deep schemas, and those that are their own, are followed as far as it goes", () => {
  for (const open of ['{"items":', '{"not":', '{"allOf":[', '{"anyOf":[', '{"properties":{"a":']) {
    const ends = { "{": "}", "[": "]" };
    const close = [...open]
      .reverse()
      .map((char) => ends[char] ?? "")
      .join("");
    const deep = `${open.repeat(20_000)}{"maxItems":1}${close.repeat(20_000)}`;
    assert.deepEqual(JSON.parse(values.capToSchema("[[1,2],3]", deep).json), [[1, 2], 3]);
  }
  const own = '{"$ref":"#","maxItems":2,"items":{"$ref":"#"}}';
  assert.equal(values.capToSchema("[[1,2,3],4,5]", own).json, "[[1,2],4]");
});

test("a million items, and one text of 20 MB", () => {
  const list = `[${"7,".repeat(999_999)}7]`;
  const { json, cuts } = trim(list, { maxTotalBytes: 1000 });
  assert.ok(bytes(json) <= 1000 && bytes(json) > 900);
  const kept = JSON.parse(json).filter((item) => item === 7).length;
  assert.ok(json.includes(`"[${1_000_000 - kept} items omitted]"`));
  assert.deepEqual(cuts, [{ path: "", kind: "items", before: 1_000_000, after: kept }]);
  assert.equal(trim(list, { maxTotalBytes: 2 ** 32 - 1 }).json, list);
  const line = "[12:00:01] \u2713 build \u672c\u8a9e \u{1f680} ok (3 ms)\\n";
  const log = trim(`{"log":"${line.repeat(2 ** 19)}","ok":true}`, { maxTotalBytes: 5000 });
  assert.ok(bytes(log.json) <= 5000 && bytes(log.json) > 4500);
  const value = JSON.parse(log.json);
  assert.ok(value.ok && value.log.startsWith("[12:00:01] \u2713 build") && value.log.endsWith("ok (3 ms)\n"));
});

test("memory does not grow from call to call", () => {
  const { values, text, memory } = instantiate();
  const answer = JSON.stringify(
    Array.from({ length: 2000 }, (_, id) => ({ id, body: "It crashes. ".repeat(id % 300) })),
  );
  const round = () => {
    for (const maxTotalBytes of [2, 5000, 100_000]) values.trimValue(answer, { maxTotalBytes });
    values.trimValue(answer, { maxItems: 1500, limits: [["[*].body", { text: { maxChars: 100 } }]] });
    values.capToSchema(answer, '{"maxItems":100,"items":{"properties":{"body":{"maxLength":50}}}}');
    values.truncateStringToBytes(answer, 100_000);
    outcome(() => values.trimValue(answer.slice(1)));
    text.trim(answer, { format: "json", maxBytes: 5000 });
  };
  round();
  const before = memory.buffer.byteLength;
  for (let count = 0; count < 10; count += 1) round();
  assert.equal(memory.buffer.byteLength, before);
});
