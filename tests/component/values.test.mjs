// The interface `values`: its functions, options and errors; what it computes is compared in golden.test.mjs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { instantiate, outcome } from "./host.mjs";

const { values } = instantiate();
const text = JSON.stringify;

/**
 * What a call gives, the JSON as a value, and of cuts only where and of what kind; or code and message of the error.
 */
function said(call) {
  const { result, error } = outcome(call);
  if (error) return `${error.code} ${error.message}`;
  return [JSON.parse(result.json), ...result.cuts.map(({ path, kind }) => `${kind} ${path}`)];
}
const bounded = (value, options) => said(() => values.trimValue(text(value), options));
const failed = (json, options) => said(() => values.trimValue(json, options));
const trim = (val) => ({ tag: "trim", val });

const issue = (number, body) => ({
  number,
  title: `Crash on start ${number}`,
  labels: ["bug", "p1", "windows"],
  user: { login: "ann", id: number },
  body,
});
const issues = { total: 3, items: [1, 2, 3].map((number) => issue(number, "It crashes. ".repeat(number * 100))) };

test("without options the core's defaults hold", () => {
  const input = text(issues);
  const message = (bytes) =>
    `value exceeds size limit (${bytes} bytes, max 2000) [content truncated for context limit]`;
  const [one, two, three] = issues.items;
  const items = [one, { ...two, body: message(2400) }, { ...three, body: message(3600) }];
  const expected = {
    json: text({ ...issues, items }),
    truncated: true,
    cuts: [
      { path: "/items/1/body", kind: "string", before: 2400, after: 85 },
      { path: "/items/2/body", kind: "string", before: 3600, after: 85 },
    ],
    events: [
      { label: "items[1].body", unit: "bytes", limit: 2000, before: 2400, after: 85 },
      { label: "items[2].body", unit: "bytes", limit: 2000, before: 3600, after: 85 },
    ],
  };
  assert.deepEqual(values.trimValue(input, undefined), expected);
  assert.deepEqual(values.trimValue(input, {}), expected);
  const again = values.trimValue(expected.json, undefined);
  assert.deepEqual(again, { json: expected.json, truncated: false, cuts: [], events: [] });
});

test("where nothing changes the very text comes back", () => {
  for (const json of [
    " [ ]\n",
    '{"a" : [1.0, 1e5 ,"\\u0041\\/"] }',
    "7",
    "\t-0 ",
    '"text"',
    "null",
    text(issues, null, 2),
  ]) {
    const options = { maxStringBytes: 5000, maxTotalBytes: 10_000 };
    assert.deepEqual(values.trimValue(json, options), { json, truncated: false, cuts: [], events: [] });
    assert.equal(values.capToSchema(json, "true", undefined).json, json);
  }
});

test("every option reaches the core", () => {
  const value = { a: "x".repeat(100), b: [1, 2, 3], c: { d: { e: [] } }, f: 1 };
  const replaced = { ...value, a: "[content truncated for context limit]" };
  assert.deepEqual(bounded(value, { maxStringBytes: 40 }), [replaced, "string /a"]);
  assert.deepEqual(bounded(value, { maxItems: 2 }), [{ ...value, b: [1, 2] }, "items /b"]);
  assert.deepEqual(bounded(value, { maxKeys: 2 }), [{ a: value.a, b: value.b }, "keys "]);
  const [{ b, c }, ...cuts] = bounded(value, { maxDepth: 2 });
  assert.deepEqual([b, Object.keys(c), cuts], [value.b, ["d"], ["depth /c/d"]]);
  assert.equal(typeof c.d, "string");
  const within = values.trimValue(text({ ...value, a: "x".repeat(500) }), { maxTotalBytes: 200 });
  assert.ok(within.json.length <= 200 && within.json.length >= 180 && within.truncated, within.json);
  assert.deepEqual({ ...JSON.parse(within.json), a: "" }, { ...value, a: "" });
  const flagged = { ...value, b: [], truncation_applied: true };
  assert.deepEqual(bounded(value, { maxItems: 0, flag: "truncation_applied" }), [flagged, "items /b"]);
  assert.deepEqual(bounded(value, { maxItems: 3, flag: "truncation_applied" }), [value]);
  const replace = { tag: "replace" };
  assert.deepEqual(bounded(value, { maxStringBytes: 40, strings: replace }), [replaced, "string /a"]);
});

test("limits hold at their paths, the last one that matches decides", () => {
  const value = {
    log: "x".repeat(90),
    items: [1, 2, 3, 4].map((id) => ({ id, log: "y".repeat(90), tags: ["a", "b"] })),
  };
  const head = (maxChars) => ({ text: { maxChars, keep: "head", marker: "" } });
  const limits = [
    ["**.log", head(20)],
    ["items", { maxItems: 2 }],
    ["items[*].log", head(5)],
    ["items[1]", { maxKeys: 2 }],
    ['["items"][0].*', { maxItems: 1 }],
  ];
  const items = [
    { id: 1, log: value.items[0].log, tags: ["a"] },
    { id: 2, log: "y".repeat(5) },
  ];
  const cuts = ["string /log", "items /items", "items /items/0/tags", "keys /items/1", "string /items/1/log"];
  assert.deepEqual(bounded(value, { limits }), [{ log: "x".repeat(20), items }, ...cuts]);
  assert.deepEqual(bounded("x".repeat(90), { limits: [["", head(3)]] }), ["xxx", "string "]);
  assert.deepEqual(bounded(value, { limits: [] }), [value]);
});

test("what is not JSON is refused", () => {
  const wrong = [
    "",
    " ",
    "{",
    "[1,]",
    "{'a':1}",
    '{"a"}',
    "nul",
    "NaN",
    "01",
    "[1] 2",
    '"a\tb"',
    '"\\ud8"',
    '"\\x"',
    "\ufeff[]",
  ];
  for (const json of [...wrong, "[".repeat(100_000)]) {
    assert.equal(failed(json), "INVALID_OPTION json: is not JSON (RFC 8259)");
    assert.equal(
      said(() => values.capToSchema(json, "{}")),
      "INVALID_OPTION json: is not JSON (RFC 8259)",
    );
  }
});

test("options are checked before the value is looked at", () => {
  assert.equal(failed("{", { maxTotalBytes: 1 }), "INVALID_OPTION maxTotalBytes: 1 is not 2 or more");
  assert.equal(failed("[1]", { maxTotalBytes: 2 })[0].length, 0);
  const rule = 'names with dots between them, [0], [*], *, ** and ["odd name"]';
  for (const path of ["a..b", ".a", "a[", "a[x]", "a[-1]", "[0]x", '["a']) {
    const message = `INVALID_OPTION limits: "${path}" is not a path such as results[*].title: ${rule}`;
    assert.equal(
      failed("{", {
        limits: [
          ["a", {}],
          [path, { maxItems: 1 }],
        ],
      }),
      message,
    );
  }
  const rest = 'marker: "[cut off]" takes up to 9 chars, more than maxChars 5';
  const everywhere = (text) => [
    ["strings", { strings: trim(text) }],
    ["limits.a[0].b", { limits: [["a[0].b", { text }]] }],
  ];
  for (const [place, options] of everywhere({ maxChars: 5, marker: "[cut off]" })) {
    assert.equal(failed("{", options), `MARKER_TOO_LONG ${place}.${rest}`);
  }
  for (const wrong of [{ headShare: 2 }, { headShare: Number.NaN }, { tokenMargin: 0 }, { marker: "{nothing}" }]) {
    for (const [place, options] of everywhere(wrong)) {
      assert.ok(failed("{", options).startsWith(`INVALID_OPTION ${place}.${Object.keys(wrong)[0]}: `));
    }
  }
});

test("what is no schema is refused", () => {
  const message = "INVALID_OPTION jsonSchema: is not a JSON Schema: an object, true or false";
  for (const schema of ["", "{", "7", "[]", '"a"', "null", '{"maxLength":']) {
    assert.equal(
      said(() => values.capToSchema("[1]", schema)),
      message,
    );
  }
});

test("an instance goes on after an error", () => {
  assert.match(failed("{"), /^INVALID_OPTION /);
  assert.deepEqual(bounded([1, 2], { maxItems: 1 }), [[1], "items "]);
});
