// What the gateway makes of endpoints that are out of order: its parts in Node, against a server that streams.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { bundleParts, conversation, eventText, refuse, startEndpoint, stream } from "./gateway/parts.mjs";

const parts = await bundleParts();
const key = "sk-SECRET-of-the-tests";
const completed = { type: "response.completed", response: { output: [] } };

/** What is told of an answer: `{ told, notes, usages, error }`. */
async function read(url, withKey = key) {
  const endpoint = new parts.Endpoint(url, withKey);
  const [told, notes, usages] = [[], [], []];
  const listener = {
    text: (text) => told.push(text),
    call: (...call) => told.push(call),
    note: (note) => notes.push(note),
    billed: (usage) => usages.push(usage),
  };
  const events = endpoint.respond({ model: "m", input: [], stream: true }, new AbortController().signal);
  const error = await parts.readAnswer(events, listener, endpoint.target("/responses", "m")).then(
    () => undefined,
    (thrown) => thrown,
  );
  return { told, notes, usages, error };
}

async function readStream(t, text) {
  const { url } = await startEndpoint(t, ({ response }) => stream(response, text));
  return read(url);
}

describe("keys", () => {
  const said = `Incorrect API key provided: ${key}`;
  const answers = {
    "an error in the stream": (response) => stream(response, eventText({ type: "error", error: { message: said } })),
    "a response that failed": (response) =>
      stream(response, eventText({ type: "response.failed", response: { error: { message: said, code: key } } })),
    "JSON that says so": (response) =>
      response
        .writeHead(200, { "Content-Type": "application/json" })
        .end(JSON.stringify({ status: "failed", error: { message: said } })),
    "a status": (response) => refuse(response, 401, { message: said }),
  };
  for (const [name, send] of Object.entries(answers)) {
    test(`are not quoted: ${name}`, async (t) => {
      const { url } = await startEndpoint(t, ({ response }) => send(response));
      const { error } = await read(url);
      assert.match(error.message, /\[the key\]/);
      assert.ok(!JSON.stringify([error.message, error.refusal]).includes(key));
    });
  }

  for (const wrong of ["sk-SECRET\nSECRET", "sk-\u2026abcd", "sk-SECRET abcd"]) {
    test(`that fit no header are refused without a word of them: ${JSON.stringify(wrong)}`, async (t) => {
      assert.ok(parts.mistakeIn(wrong));
      const { url, bodies } = await startEndpoint(t, ({ response }) => stream(response, ""));
      const { error } = await read(url, wrong);
      assert.equal(error.kind, "no-permission");
      assert.ok(!error.message.includes("SECRET") && error.cause === undefined);
      assert.equal(bodies.length, 0);
    });
  }

  test("and conversations do not follow a redirect", async (t) => {
    const other = await startEndpoint(t, ({ response }) => stream(response, eventText(completed)));
    const location = `${other.url}/responses`;
    const { url } = await startEndpoint(t, ({ response }) => response.writeHead(307, { location }).end());
    const { error } = await read(url);
    assert.equal(error.kind, "wrong-address");
    assert.ok(error.message.includes(location) && error.message.includes("tooltrimGateway.baseUrl"));
    assert.equal(other.bodies.length, 0);
  });

  test("a query of the address goes along, and is not shown", async (t) => {
    const paths = [];
    const { url } = await startEndpoint(t, ({ request, response }) => {
      paths.push(request.url);
      refuse(response, 400, { message: "no" });
    });
    const { error } = await read(`${url}?api-version=1`);
    assert.deepEqual(paths, ["/v1/responses?api-version=1"]);
    assert.ok(!error.message.includes("api-version"));
  });
});

test("texts of an endpoint are one short line without links", async (t) => {
  const said = `[Sign in](command:x)\n[y]\u200b(command:z)${"a".repeat(5000)}`;
  const { url } = await startEndpoint(t, ({ response }) => response.writeHead(500).end(said));
  const { error } = await read(url);
  assert.match(error.message, /Sign in/);
  assert.doesNotMatch(error.message, /\]\(|\n|\p{C}/u);
  assert.ok(error.message.length < 600);
});

describe("answers are told once, whatever names their items have", () => {
  const message = (id) => ({ type: "message", id, content: [{ type: "output_text", text: "Hello" }] });
  const call = (id, path) => ({ type: "function_call", id, call_id: "c", name: "rm", arguments: `{"p":${path}}` });
  const [added, delta] = ["response.output_item.added", "response.output_text.delta"];
  const [done, argumentsDone] = ["response.output_item.done", "response.function_call_arguments.done"];
  const end = (...output) => ({ type: "response.completed", response: { output } });
  const cases = {
    "another id in each event": [
      { type: added, output_index: 0, item: { type: "message", id: "A" } },
      { type: delta, item_id: "B", output_index: 0, delta: "Hello" },
      { type: done, output_index: 0, item: message("C") },
      end(message("D")),
    ],
    "no id": [
      { type: delta, delta: "Hel" },
      { type: delta, delta: "lo" },
      { type: done, output_index: 0, item: message("C") },
      end(message("C")),
    ],
    "only at the end": [end(message("A"))],
  };
  for (const [name, events] of Object.entries(cases)) {
    test(name, async (t) => assert.equal((await readStream(t, eventText(...events))).told.join(""), "Hello"));
  }

  test("two messages, the second of which is not streamed, with one index", async (t) => {
    const second = { type: "message", id: "B", content: [{ type: "output_text", text: "Bye" }] };
    const events = [
      { type: added, output_index: 0, item: { type: "message", id: "A" } },
      { type: delta, item_id: "A", output_index: 0, delta: "Hello" },
      { type: done, output_index: 0, item: message("A") },
      { type: added, output_index: 0, item: { type: "message", id: "B" } },
      { type: done, output_index: 0, item: second },
      end(message("A"), second),
    ];
    assert.deepEqual((await readStream(t, eventText(...events))).told, ["Hello", "Bye"]);
  });

  test("arguments that are left out are waited for", async (t) => {
    const events = [
      { type: added, output_index: 0, item: { ...call("f", 1), arguments: "" } },
      { type: argumentsDone, item_id: "f", output_index: 0 },
      { type: done, output_index: 0, item: call("f", 1) },
      end(call("f", 1)),
    ];
    assert.deepEqual((await readStream(t, eventText(...events))).told, [["c", "rm", { p: 1 }]]);
  });

  test("two calls with one id are two", async (t) => {
    const [one, two] = [call("f", 1), call("g", 2)];
    const events = [{ type: done, item: one }, { type: done, item: two }, end(one, two)];
    const { told, notes } = await readStream(t, eventText(...events));
    assert.deepEqual(told, [
      ["c", "rm", { p: 1 }],
      ["c_2", "rm", { p: 2 }],
    ]);
    assert.equal(notes.length, 1);
  });

  test("what is no event is passed over, and the last one needs no blank line", async (t) => {
    const text = `: ping\n\ndata:\n\nevent: ping\ndata: {}\n\nevent: ${delta}\ndata: {"delta":"Hello"}\n\ndata: ${JSON.stringify(completed)}`;
    const { told, error } = await readStream(t, text);
    assert.equal(error, undefined);
    assert.deepEqual(told, ["Hello"]);
  });

  test("a broken event takes none of those before it along", async (t) => {
    const { told, error } = await readStream(t, `${eventText({ type: delta, delta: "Hello" })}data: {oops\n\n`);
    assert.deepEqual(told, ["Hello"]);
    assert.match(error.message, /no JSON/);
  });

  test("what a cut answer cost is told", async (t) => {
    const response = { incomplete_details: { reason: "max_output_tokens" }, usage: { input_tokens: 7 } };
    const { usages, error } = await readStream(t, eventText({ type: "response.incomplete", response }));
    assert.match(error.message, /cut off/);
    assert.deepEqual(
      usages.map(({ inputTokens }) => inputTokens),
      [7],
    );
  });
});

describe("the report", () => {
  const hostile = ["</style><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "a | b `c` \u202e\u0007"];
  const recordOf = (name) => {
    const messages = conversation("report", 60).map((message) => ({
      ...message,
      content: message.content.map((part) => (part.name ? { ...part, name, input: { path: name } } : part)),
    }));
    const room = { window: 20_000, outside: 1000 };
    const settings = { truncationThreshold: 0, recentCallsToKeep: 6, style: "mask", maxHistorySummaryTokens: 500 };
    const { compaction } = new parts.ModelContext(assert.fail).prepare(messages, settings, room);
    return parts.stepRecord(name, messages, compaction);
  };

  test("has the sizes of the report of the library, and one style sheet with the nonce that the policy names", () => {
    const record = recordOf("read_file");
    const page = parts.reportPage([record, record], "NONCE");
    assert.match(page, /default-src 'none'; style-src 'nonce-NONCE'/);
    assert.equal(page.match(/<style nonce="NONCE">/g).length, 1);
    assert.ok(!/ style="|<script/.test(page));
    const { before, after } = record.report;
    assert.ok(page.includes(`${before.tokens.toLocaleString("en")} → ${after.tokens.toLocaleString("en")}`));
    for (const { parts } of record.contexts)
      for (const chars of Object.values(parts)) if (chars > 0) assert.ok(page.includes(chars.toLocaleString("en")));
    const sum = (parts) => Object.values(parts).reduce((all, chars) => all + chars, 0);
    assert.deepEqual(
      record.contexts.map(({ parts }) => sum(parts)),
      [before.chars, after.chars],
    );
  });

  test("says so before the first step", () => {
    assert.match(parts.reportPage([], "NONCE"), /Nothing was compacted/);
  });

  for (const text of hostile) {
    test(`shows texts as texts: ${JSON.stringify(text)}`, () => {
      const page = parts.reportPage([recordOf(text)], "NONCE");
      for (const wrong of ["<script", "<img", 'onerror="', "\u202e", "\u0007"]) assert.ok(!page.includes(wrong), wrong);
      assert.equal(page.match(/<\/style>/g).length, 1);
    });
  }
});
