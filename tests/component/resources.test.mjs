// Resources and interfaces beside `tooltrim`: compactors, tools, logs, signals.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as js from "tooltrim";
import { readSessionLog } from "tooltrim/messages";
import { disclaimerFor, formatTruncationLog, sessionBytes } from "tooltrim/signals";
import * as jsStore from "tooltrim/store";
import { instantiate, outcome } from "./host.mjs";

const component = instantiate();
const { calls, compaction, logs, signals, store, text, tools, values } = component;
const failed = (call) => {
  const { error } = outcome(call);
  return error && `${error.code} ${error.message}`;
};

test("a summary of the host's takes the place of ours", () => {
  const call = (at) => ({ callId: `call_${at}`, name: "read_file", args: null, result: "a line of it\n".repeat(99) });
  const history = JSON.stringify(Array.from({ length: 20 }, (_, at) => call(at)));
  const decided = (summary) => calls.computeTruncation(history, undefined, undefined, summary);
  const [plain, given] = [undefined, "They read files."].map((summary) => JSON.parse(decided(summary)));
  assert.match(given.summary, /They read files\./);
  assert.deepEqual([given.recentCallIds, given.truncatedCallIds], [plain.recentCallIds, plain.truncatedCallIds]);
  const rendered = (summary) => calls.compactedHistory(history, undefined, undefined, undefined, summary);
  assert.match(JSON.parse(rendered("They read files.")).summary, /They read files\./);
  assert.deepEqual([decided(" \n"), rendered(" ")], [undefined, undefined]);
  assert.equal(calls.categorizeToolCall("deploy", [["deploy", "terminal"]]), "terminal");
});

const exchange = (number) => [
  {
    role: "assistant",
    content: [{ type: "tool_use", id: `t${number}`, name: "bash", input: { command: `make ${number}` } }],
  },
  {
    role: "user",
    content: [{ type: "tool_result", tool_use_id: `t${number}`, content: `part ${number} of it is done\n`.repeat(60) }],
  },
];
const session = (length) => [
  { role: "user", content: "Make all of it. My token is ghp_abcdefghijklmnopqrstuvwxyz0123456789." },
  ...Array.from({ length }, (_, at) => exchange(at)).flat(),
];
const options = { window: { chars: 20_000 } };
const plain = (value) => JSON.parse(JSON.stringify(value));

test("a compactor answers as that of JavaScript, request for request", () => {
  const own = compaction.Compactor.create(JSON.stringify(options), undefined);
  const other = new js.Compactor(options);
  let steps = 0;
  for (let length = 1; length <= 40; length += 3) {
    const answer = own.next(JSON.stringify(session(length)), undefined, undefined);
    const expected = other.next(session(length));
    assert.deepEqual(JSON.parse(answer.messages), plain(expected.messages));
    assert.deepEqual(JSON.parse(answer.state), plain(expected.state));
    assert.equal(answer.notice ?? null, expected.notice);
    if (answer.notice !== undefined) steps += 1;
    if (length === 19) {
      const { tokens } = JSON.parse(answer.report).after;
      own.observe(tokens * 1.5, 500);
      other.observe({ inputTokens: tokens * 1.5, outside: 500 });
    }
  }
  assert.ok(steps > 1);
  assert.deepEqual(JSON.parse(own.undo().messages), plain(other.undo().messages));
  const restored = compaction.Compactor.create(JSON.stringify(options), own.state());
  const again = (compactor) => compactor.next(JSON.stringify(session(41)), undefined, undefined).messages;
  assert.equal(again(restored), again(own));
});

test("requests of a compactor have options of their own", () => {
  const create = () => compaction.Compactor.create(JSON.stringify(options), undefined);
  const given = JSON.stringify(session(8));
  const of = (request) => create().next(given, request, undefined);
  assert.deepEqual([of(undefined).changed, of(undefined).messages], [false, given]);
  const forced = of({ force: true, compactTo: 0.2 });
  assert.ok(JSON.parse(forced.report).after.chars <= 4000);
  const reserved = of({ reserve: { tag: "chars", val: 10_000 } });
  assert.deepEqual([reserved.changed, JSON.parse(reserved.report).reserve], [true, { chars: 10_000 }]);
  const summary = compaction.Compactor.create(JSON.stringify({ ...options, style: "summary" }), undefined);
  assert.match(
    summary.next(given, { force: true, compactTo: 0.2, summary: "All was made." }).messages,
    /All was made\./,
  );
  assert.equal(
    failed(() => create().undo()),
    "INVALID_OPTION undo: there was no request yet",
  );
  assert.match(
    failed(() => of({ compactTo: 2 })),
    /^INVALID_OPTION compactTo: 2 is not /,
  );
  assert.match(
    failed(() => create().observe(Number.NaN)),
    /^INVALID_OPTION inputTokens: /,
  );
  assert.match(
    failed(() => compaction.Compactor.create("{}", undefined)),
    /^INVALID_OPTION window: /,
  );
  assert.match(
    failed(() => compaction.Compactor.create(JSON.stringify(options), "{}")),
    /^INVALID_OPTION state: /,
  );
});

test("secrets are hidden in what a compactor quotes", () => {
  const secret = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";
  const given = session(12);
  given[2].content[0].content = `token ${secret}\n`.repeat(50);
  const of = (redact) => {
    const compactor = compaction.Compactor.create(JSON.stringify({ ...options, recentCallsToKeep: 0 }), undefined);
    return compactor.next(JSON.stringify(given), { force: true, compactTo: 0.5, redact }, undefined);
  };
  assert.ok(!JSON.parse(of(true).messages)[2].content[0].content.includes(secret));
  // All that a user typed stays.
  assert.match(JSON.parse(of(true).messages)[0].content, new RegExp(secret));
});

test("a compactor keeps results in a store, or for one conversation", () => {
  const other = new jsStore.OutputStore();
  const expected = new js.Compactor({ ...options, store: other }).next(session(40));
  const create = () => compaction.Compactor.create(JSON.stringify(options), undefined);
  const own = store.OutputStore.create(undefined, undefined);
  const answer = create().next(JSON.stringify(session(40)), undefined, own);
  assert.deepEqual(JSON.parse(answer.messages), plain(expected.messages));
  const [, ref] = /full text: (#\w{8})\]/.exec(answer.messages);
  assert.equal(own.get(ref), other.get(ref));

  const shared = store.OutputStore.create(undefined, undefined);
  const view = shared.conversation([]);
  const compactor = create();
  assert.equal(compactor.nextIn(JSON.stringify(session(40)), undefined, view).messages, answer.messages);
  assert.equal(view.get(ref), other.get(ref));
  assert.equal(failed(() => shared.conversation([]).get(ref)).slice(0, 11), "UNKNOWN_REF");
});

test("answers of a tool are within its limits, with events of its name", async () => {
  const tool = tools.ToolOutput.create("read", { maxChars: 500 });
  const long = "a line of a log\n".repeat(500);
  const heard = [];
  const other = js.toolify(() => long, {
    name: "read",
    output: { maxChars: 500 },
    onTruncate: (event) => heard.push(event),
  });
  const { text: own, truncated, events } = tool.text(long);
  assert.deepEqual([own, truncated], [await other(), true]);
  assert.deepEqual(
    events,
    heard.map(({ label, unit, limit, before, after }) => ({ label, unit, limit, before, after })),
  );
  assert.equal(tools.ToolOutput.create("read", { label: "log", maxChars: 500 }).text(long).events[0].label, "log");
  const tiny = tools.ToolOutput.create(undefined, { maxChars: 5 });
  assert.equal(tiny.json(undefined).text, "Tool execution completed without errors");
  assert.equal(tool.badInput("no number").text, "Tool Failed: bad input: no number");
  assert.equal(tool.bytes(Uint8Array.of(0xff, 0xfe)).text, tools.bytesText(Uint8Array.of(0xff, 0xfe)));
  assert.match(
    failed(() => tool.json("{")),
    /^INVALID_OPTION json: is not JSON: /,
  );
  const broken = [
    { kind: "invariant", number: 1, message: "stock is below 0" },
    { kind: "precondition", number: 2, message: " " },
  ];
  assert.equal(
    tool.contracts(broken, true, "Tool Failed: no stock").text,
    "Contract validation failed after the tool ran:\nPreconditions:\n  - precondition 2 does not hold\nInvariants:\n  - stock is below 0\nTool Failed: no stock",
  );
  assert.equal(tools.resultText('"a \\"text\\""'), 'a "text"');
  assert.equal(tools.shortenPlaces("no /srv/shop/src/a.js", "/srv/shop"), "no src/a.js");
  assert.equal(tools.toolDescription("readFile"), "Read file");
});

test("a log in pieces gives the messages of the whole", () => {
  const { cases } = JSON.parse(readFileSync(new URL("../golden/logs.json", import.meta.url), "utf8"));
  for (const { name, text, result } of cases.filter(({ result }) => result)) {
    const bytes = new TextEncoder().encode(text);
    const reader = new logs.LogReader();
    const all = [];
    for (let at = 0; at < bytes.length; at += 97) {
      reader.pushBytes(bytes.subarray(at, at + 97));
      all.push(...reader.take());
    }
    const { messages, path, facts } = reader.finish();
    all.push(...messages);
    const read = path ? [...path].map((at) => all[at]) : all;
    assert.deepEqual(
      read.map((json) => JSON.parse(json)),
      result.messages,
      name,
    );
    assert.deepEqual(
      { format: facts.format, agent: facts.agent ?? null },
      { format: result.format, agent: result.agent },
    );
    assert.deepEqual(logs.readSessionLogBytes(bytes), logs.readSessionLog(text));
    // JavaScript keeps the half of a pair that other hosts cannot read.
    const kept = JSON.stringify(readSessionLog(text).messages).replaceAll("\\ud83d pair", "\ufffd pair");
    assert.deepEqual(JSON.parse(logs.readSessionLog(text).messages), JSON.parse(kept), name);
  }
  const reader = new logs.LogReader();
  assert.match(
    failed(() => reader.finish()),
    /^INVALID_MESSAGES /,
  );
  assert.equal(
    failed(() => reader.finish()),
    "INVALID_OPTION log: nothing can come after finish()",
  );
  reader.push("ignored");
  assert.deepEqual(reader.take(), []);
});

test("events feed logs and metrics", () => {
  const { events } = text.trim("x".repeat(9000), { maxBytes: 500, label: "fetch page" });
  const cuts = values.trimValue(JSON.stringify({ posts: [{ text: "y".repeat(9000) }], n: 1 }), {
    toolName: "fetch",
    maxItems: 0,
  });
  const all = [...events, ...cuts.events];
  assert.deepEqual(all.map(signals.formatTruncationLog), all.map(formatTruncationLog));
  const metrics = new signals.Metrics();
  metrics.check(10);
  metrics.recordEvents(all);
  metrics.violation("order", "precondition 1");
  metrics.session("stock", 1200n);
  const lines = metrics.prometheus();
  assert.match(lines, /^truncation_checks_total 10$/m);
  assert.match(lines, /^contract_violations_total\{tool="order",contract="precondition 1"\} 1$/m);
  const { checks, datasets, sessions, violations } = JSON.parse(metrics.snapshot());
  assert.deepEqual(Object.keys(datasets), ["fetch page", "fetch.posts"]);
  assert.deepEqual(datasets["fetch page"].sizes.bytes.original.sum, 9000);
  assert.deepEqual([checks, sessions, violations.length], [10, { stock_bytes: 1200 }, 1]);
});

test("values tell what was cut, by name", () => {
  const heard = [];
  const given = { posts: Array.from({ length: 4 }, (_, id) => ({ id, text: "y".repeat(9000) })), deep: [[[[1]]]] };
  const limits = { maxItems: 2, maxDepth: 4, toolName: "fetch" };
  js.trimValue(given, { ...limits, onTruncate: (event) => heard.push(event) });
  const { events } = values.trimValue(JSON.stringify(given), limits);
  assert.deepEqual(
    events,
    heard.map(({ label, unit, limit, before, after }) => ({ label, unit, limit, before, after })),
  );
  assert.deepEqual(new Set(events.map(({ unit }) => unit)), new Set(["items", "bytes", "levels"]));
});

test("readers are told of cuts", () => {
  for (const value of [
    { a: [{ truncation_applied: true }] },
    { a: "[content truncated for context limit]" },
    { a: 1 },
  ]) {
    assert.equal(signals.disclaimerFor(JSON.stringify(value), undefined), disclaimerFor(value));
    assert.equal(
      signals.disclaimerFor(JSON.stringify(value), "Shortened."),
      disclaimerFor(value, { text: "Shortened." }),
    );
  }
  assert.equal(signals.mentionsTruncation("(response truncated)"), true);
  assert.equal(signals.mentionsTruncation("all of it"), false);
  assert.equal(Number(signals.sessionBytes(' {"quotes": ["\u20ac"]}')), sessionBytes({ quotes: ["\u20ac"] }));
  assert.match(
    failed(() => signals.sessionBytes("{")),
    /^INVALID_OPTION json: is not JSON: /,
  );
  assert.match(
    failed(() => signals.disclaimerFor("{", undefined)),
    /^INVALID_OPTION json: is not JSON: /,
  );
});
