// The results that Rust wrote down (tests/golden*.rs): the component gives the very same.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { bytes, exports, host, imports, instantiate, outcome, version } from "./host.mjs";
import {
  build,
  compacted,
  configFor,
  extracted,
  historyFor,
  isTyped,
  optionsFor,
  repaired,
  shortened,
  valueOptionsFor,
} from "./inputs.mjs";

const golden = (file) => JSON.parse(readFileSync(new URL(`../golden/${file}`, import.meta.url), "utf8"));
const { text, calls, messages, compaction, values } = instantiate();
let passed = 0;
let all = 0;

for (const file of ["trim.json", "rescue.json"]) {
  const { texts, cases } = golden(file);
  compare(file, texts, cases, {
    actual: (pieces, { options }) => outcome(() => text.trim(build(pieces), optionsFor(options))),
    // `null` stands for a text that fits: it is the input.
    expected: (pieces, { result, error }) =>
      error ? { error } : { result: { ...result, text: result.text ?? build(pieces) } },
  });
}

test("clean takes the noise out", () => {
  assert.equal(text.clean("\u001b[1mfetch\u001b[0m\n 10%\r100%\n", undefined), "fetch\n100%\n");
  assert.equal(text.clean("\u001b[1m50%\r", { ansi: true }), "50%\r");
});

const measure = golden("measure.json");
compare("measure.json", measure.texts, measure.cases, {
  actual: (pieces) => outcome(() => text.measure(build(pieces))),
  expected: (_, { measures }) => ({ result: measures }),
});

const truncation = golden("calls.json");
compare("calls.json", truncation.histories, truncation.cases.filter(isTyped), {
  actual: (history, { config }) =>
    outcome(() => shortened(calls.computeTruncation(historyFor(history), configFor(config)))),
  // What is `null` there is absent here.
  expected: (_, { result = {}, error }) =>
    error ? { error } : { result: Object.fromEntries(Object.entries(result).filter(([, value]) => value !== null)) },
});

const conversations = golden("messages.json").cases;
all += conversations.length;
for (const { name, messages: given, options, result, error } of conversations) {
  test(`messages.json: ${name}`, () => {
    const actual = outcome(() => aboutMessages(JSON.stringify(given), options.format));
    assert.deepEqual(actual, error ? { error } : { result });
    passed += 1;
  });
}

/** All that is said about messages. */
function aboutMessages(given, format) {
  const { changed: _, reason: __, ...mended } = repaired(messages.repairMessages(given, format));
  return {
    format: messages.detectFormat(given) ?? null,
    problems: messages.validateMessages(given, format),
    calls: messages.extractToolCalls(given, format).map(extracted),
    repaired: mended,
    asText: JSON.parse(messages.renderAsText(given, format)),
    patch: JSON.parse(messages.toJsonPatch(JSON.stringify(mended.edits))),
  };
}

const compactions = golden("compaction.json");
all += compactions.cases.length;
for (const { name, conversation, options, requests, result, error } of compactions.cases) {
  test(`compaction.json: ${name}`, () => {
    const actual = outcome(() =>
      compactedAs(compactions.conversations[conversation], JSON.stringify(options), requests),
    );
    assert.deepEqual(actual, error ? { error } : { result });
    passed += 1;
  });
}

/** What compaction gives: once, or for each request of a conversation that goes on. */
function compactedAs(given, options, requests) {
  const compact = (length, ...more) =>
    compaction.compactMessages(JSON.stringify(given.slice(0, length)), options, ...more);
  if (!requests) return compacted(compact(given.length));
  const results = [];
  let [state, end, tokens] = [undefined, 0, 0];
  for (const { to = end, undo, observe, ...request } of requests) {
    if (observe !== undefined) {
      state = compaction.observe(state, tokens * observe, tokens);
      continue;
    }
    if (undo) state = compaction.undo(state);
    end = to;
    const answer = compact(end, state, { ...request, goesOn: true });
    results.push(compacted(answer));
    state = answer.state;
    tokens = results.at(-1).report.after.tokens;
  }
  return results;
}

const bounded = golden("values.json");
// Compared as texts: the order of members counts, too.
compare(
  "values.json",
  bounded.values,
  bounded.cases.map((one) => ({ ...one, text: one.name })),
  {
    actual: (value, { options, schema }) => outcome(() => boundedAs(JSON.stringify(value), options, schema)),
    // `null` stands for a value that fits: it is the input.
    expected: (input, { result: { value, ...result } = {}, error }) =>
      error ? { error } : { result: { ...result, json: JSON.stringify(result.truncated ? value : input) } },
  },
);

function boundedAs(json, options, schema) {
  const given = valueOptionsFor(options);
  return schema === undefined ? values.trimValue(json, given) : values.capToSchema(json, JSON.stringify(schema), given);
}

all += bounded.texts.length;
for (const { name, text: given, options, result } of bounded.texts) {
  test(`values.json: ${name}, ${JSON.stringify(options)}`, () => {
    assert.deepEqual(
      outcome(() => text.trim(given, optionsFor(options))),
      { result },
    );
    passed += 1;
  });
}

/** One test per input, for all cases that name it. */
function compare(file, inputs, cases, { actual, expected }) {
  all += cases.length;
  for (const [name, input] of Object.entries(inputs)) {
    test(`${file}: ${name}`, () => {
      const own = cases.filter((one) => (one.text ?? one.calls) === name);
      const wrong = own.filter((one) => !isDeepStrictEqual(actual(input, one), expected(input, one)));
      passed += own.length - wrong.length;
      for (const one of wrong) {
        assert.deepEqual(actual(input, one), expected(input, one), JSON.stringify(one.options ?? one.config));
      }
    });
  }
}

test("no result is left out, and nothing is imported", (t) => {
  const size = `component ${(bytes.length / 1024).toFixed(0)} KB`;
  const needs = imports.length === 0 ? "no imports" : `imports ${imports.join(", ")}`;
  t.diagnostic(`${host}: ${size}, ${needs}, golden ${passed}/${all}`);
  assert.deepEqual(imports, []);
  assert.ok(all > 0);
  assert.equal(passed, all);
});

test("the interfaces carry the version of the package", () => {
  const names = exports.map(([name]) => name).filter((name) => name.includes("/"));
  const expected = ["calls", "compaction", "messages", "text", "values"].map(
    (name) => `tooltrim:tooltrim/${name}@${version}`,
  );
  assert.deepEqual(names.sort(), expected);
});
