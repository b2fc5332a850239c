// When a request of the gateway is sent once more, and what is remembered of it: its parts in Node, against a server
// that refuses.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { bundleParts, conversation, eventText, refuse, startEndpoint, stream } from "./gateway/parts.mjs";

const parts = await bundleParts();
const answered = (usage) => eventText({ type: "response.completed", response: { output: [], usage } });
const settings = {
  truncationThreshold: 0,
  recentCallsToKeep: 6,
  style: "mask",
  maxHistorySummaryTokens: 500,
  rendering: "auto",
};

/** The whole way of a question; `{ error, forms, notes, remembered, context }`. */
async function ask(url, { messages = conversation("a", 3), tools = [], window = 128_000, ...given } = {}) {
  const context = given.context ?? new parts.ModelContext(assert.fail);
  const memory = given.memory ?? new Map();
  const [forms, notes, sent] = [[], [], []];
  const error = await parts
    .answer(
      {
        model: { id: "m", window, maxOutputTokens: 1000, takesImages: true },
        messages,
        tools,
        mustCall: false,
        modelOptions: {},
      },
      {
        baseUrl: url,
        settings,
        endpoint: new parts.Endpoint(url, undefined),
        context,
        renderings: new parts.Renderings({
          get: (name) => memory.get(name),
          update: async (name, value) => void memory.set(name, value),
        }),
        signal: new AbortController().signal,
        listener: { text() {}, call() {} },
        onSend: (prepared, _translation, form) => {
          forms.push(form);
          sent.push(prepared);
        },
        onNote: (note) => notes.push(note),
      },
    )
    .then(
      () => undefined,
      (thrown) => thrown,
    );
  return { error, forms, notes, sent, remembered: memory.size > 0, context, memory };
}

const hasToolItems = ({ input }) => input.some(({ type }) => type !== "message");

describe("tool items", () => {
  const unknown = [
    { message: "Invalid value: 'function_call'. Supported values are: 'message'.", param: "input[1].type" },
    { message: "unknown variant `function_call`, expected `message`" },
    { message: "Unsupported input item type: function_call_output" },
    { message: "function_call items are not supported by this endpoint" },
    { message: "Unsupported item type 'function_call' at index 1" },
  ];
  for (const error of unknown) {
    test(`are sent as text, and that is remembered: ${error.message}`, async (t) => {
      const { url, bodies } = await startEndpoint(t, ({ response, body }) =>
        hasToolItems(body) ? refuse(response, 400, error) : stream(response, answered()),
      );
      const first = await ask(url);
      assert.deepEqual([first.error, first.forms, first.remembered], [undefined, ["native", "comments"], true]);
      assert.deepEqual((await ask(url, { memory: first.memory })).forms, ["comments"]);
      assert.equal(bodies.length, 3);
    });
  }

  const others = [
    { message: "Item 'fc_1' of type 'function_call' was provided without its required 'reasoning' item: 'rs_1'." },
    { message: "function_call_output does not support input_image content for this model" },
    { message: "input_image is not supported in function_call_output" },
    { message: "Invalid 'input[2].output': string too long for function_call_output.", param: "input[2].output" },
    { message: "Invalid value: 'function_call'.", param: "tool_choice" },
  ];
  for (const error of others) {
    test(`are not what is refused: ${error.message}`, async (t) => {
      const { url, bodies } = await startEndpoint(t, ({ response }) => refuse(response, 400, error));
      const { forms, remembered } = await ask(url);
      assert.deepEqual([forms, remembered, bodies.length], [["native"], false, 1]);
    });
  }

  test("nothing is remembered when the text is refused as well", async (t) => {
    const { url } = await startEndpoint(t, ({ response }) => refuse(response, 400, unknown[1]));
    const { error, forms, remembered } = await ask(url);
    assert.deepEqual([error.kind, forms, remembered], ["refused", ["native", "comments"], false]);
  });

  test("the same compaction goes out in both forms: it is one step", async (t) => {
    const { url } = await startEndpoint(t, ({ response, body }) =>
      hasToolItems(body) ? refuse(response, 400, unknown[1]) : stream(response, answered()),
    );
    const { sent } = await ask(url, { messages: conversation("a", 20), window: 12_000 });
    assert.ok(sent[0].compaction.notice);
    assert.equal(sent[0].compaction, sent[1].compaction);
  });
});

describe("requests that are too long", () => {
  const long = conversation("long", 30);
  const exceeded = { message: "Your input exceeds the context window of this model.", code: "context_length_exceeded" };
  const refuseOver =
    (limit, error, status = 400) =>
    ({ response, body }) =>
      JSON.stringify(body).length > limit ? refuse(response, status, error) : stream(response, answered());

  test("go out once more with less, and other conversations are left alone", async (t) => {
    const { url, bodies } = await startEndpoint(t, refuseOver(30_000, exceeded));
    const { error, context } = await ask(url, { messages: long });
    assert.equal(error, undefined);
    assert.equal(bodies.length, 2);
    const room = { window: 128_000, outside: 1000 };
    assert.ok(context.prepare(long, settings, room).compaction.report.after.chars < 30_000);
    const other = context.prepare(conversation("other", 60), settings, room).compaction;
    assert.equal(other.notice, null);
  });

  test("tell the window: it holds for all conversations, until the user sets another", async (t) => {
    const named = { message: "This model's maximum context length is 8192 tokens. However, you sent 9999 tokens." };
    const { url } = await startEndpoint(t, refuseOver(30_000, named));
    const { error, context } = await ask(url, { messages: long });
    assert.equal(error, undefined);
    const prepare = (word, window) => context.prepare(conversation(word, 60), settings, { window, outside: 1000 });
    assert.ok(prepare("other", 128_000).compaction.notice);
    assert.equal(prepare("third", 120_000).compaction.notice, null);
  });

  const kinds = [
    [400, { message: "prompt is too long: 210000 tokens > 200000 maximum" }, "too-long"],
    [422, { message: "the request exceeds the available context size (4096 tokens)" }, "too-long"],
    [400, { message: "Invalid value for context_size" }, "refused"],
    [400, { message: "max_output_tokens is too large", param: "max_output_tokens" }, "refused"],
    [413, { message: "Request body is too large." }, "too-large"],
    [500, { message: "context length exceeded while loading", code: "context_length_exceeded" }, "other"],
  ];
  for (const [status, error, kind] of kinds) {
    test(`${status} ${error.message}: ${kind}`, () => {
      const target = { address: "http://localhost/v1/responses", model: "m", hasKey: false };
      assert.equal(parts.failureOfStatus(status, JSON.stringify({ error }), null, target).kind, kind);
    });
  }
});

test("tools whose estimate is wrong do not change what is thought of the messages", async (t) => {
  const tools = [{ name: "read_file", description: "Reads a file. ".repeat(6000), inputSchema: { type: "object" } }];
  const messages = conversation("a", 8, 300);
  const estimate = (body) => parts.toolTokens([body]);
  // The endpoint bills four fifths of all that is estimated.
  const { url } = await startEndpoint(t, ({ response, body }) =>
    stream(response, answered({ input_tokens: Math.round(estimate(body) * 0.8) })),
  );
  const { error, context } = await ask(url, { messages, tools });
  assert.equal(error, undefined);
  const room = { window: 128_000, outside: 1000 };
  const before = new parts.ModelContext(assert.fail).prepare(messages, settings, room).compaction.report.before.tokens;
  const next = [...messages, { role: 1, content: [{ value: "go on" }] }];
  const after = context.prepare(next, settings, room).compaction.report.before.tokens;
  assert.ok(after > before * 0.7 && after < before, `${after} of ${before}`);
});

test("the list of models holds until another one is there, and for its address only", async () => {
  const models = new parts.Models();
  const endpoint = (size) => ({ models: async () => [{ id: "m", context_length: size }] });
  const windowOf = (address, known) => models.facts("m", { models: [], window: 0 }, address, known).window;
  await models.load(endpoint(8192), "a", undefined);
  models.expire();
  assert.equal(windowOf("a"), 8192);
  assert.equal(windowOf("b"), 128_000);
  assert.equal(windowOf("b", { maxInputTokens: 30_000, maxOutputTokens: 2000 }), 32_000);
  await models.load(endpoint(4096), "a", undefined);
  assert.equal(windowOf("a"), 4096);
});
