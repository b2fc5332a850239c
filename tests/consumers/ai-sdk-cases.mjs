// Test cases for each version of the AI SDK, with that version's own test model: `node ai-sdk-cases.mjs ai-7` prints
// a line of JSON for each, `[name, error or null]`. A program, since a version may need another Node than the tests.
import assert from "node:assert/strict";
import { Compactor, CompactorPool, compactMessages, estimateTokens, trim } from "tooltrim";
import { extractToolCalls, inspectMessages, repairMessages, validateMessages } from "tooltrim/messages";
import { OutputStore, retrieveTool } from "tooltrim/store";
import { limitAiSdkTools } from "tooltrim/tools";

const library = process.argv[2];
const specification = { "ai-5": 2, ai: 3, "ai-7": 4 }[library];
const ai = await import(library);
const { [`MockLanguageModelV${specification}`]: Model } = await import(`${library}/test`);

const stopAfter = ai.isStepCount ?? ai.stepCountIs;
const Agent = ai.ToolLoopAgent ?? ai.Experimental_Agent;
const instructions = specification > 3 ? "instructions" : "system";
const usage =
  specification === 2
    ? { inputTokens: 1, outputTokens: 1, totalTokens: 2 }
    : { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const reason = (word) => (specification === 2 ? word : { unified: word, raw: word });

/** A model of `next(prompt, number)`, which returns calls (`[name, input]`) or a text; and the prompts that it got. */
function modelOf(next) {
  const prompts = [];
  const answer = ({ prompt }) => {
    const said = next(prompt, prompts.push(prompt) - 1);
    if (typeof said === "string")
      return { content: [{ type: "text", text: said }], finishReason: reason("stop"), usage };
    const id = (at) => `call_${prompts.length - 1}_${at}`;
    const call = ([toolName, input], at) => ({
      type: "tool-call",
      toolCallId: id(at),
      toolName,
      input: JSON.stringify(input),
    });
    return { content: said.map(call), finishReason: reason("tool-calls"), usage };
  };
  const doGenerate = async (request) => ({ ...answer(request), warnings: [] });
  const doStream = async (request) => {
    const { content, ...finish } = answer(request);
    const streamed = ({ type, text, ...call }) =>
      type === "text"
        ? [
            { type: "text-start", id: "0" },
            { type: "text-delta", id: "0", delta: text },
            { type: "text-end", id: "0" },
          ]
        : [{ type, ...call }];
    const parts = [{ type: "stream-start", warnings: [] }, ...content.flatMap(streamed), { type: "finish", ...finish }];
    return { stream: ReadableStream.from(parts) };
  };
  return { model: new Model({ doGenerate, doStream, supportedUrls: { "*/*": [/.*/] } }), prompts };
}

const tool = (execute) => ai.tool({ inputSchema: ai.jsonSchema({ type: "object", properties: {} }), execute });
const sizeOf = (prompt) => estimateTokens(JSON.stringify(prompt));

const WINDOW = 16_000;
const options = { window: { tokens: WINDOW }, reserve: { tokens: 1_000 }, format: "ai-sdk" };
const CALLS = 40;
const failed = (number) => `TypeError: total is not a function, in part${number}`;
const bash = tool(async ({ command }) => {
  const number = Number(/\d+/.exec(command));
  if (number % 10 === 4) throw new Error(failed(number));
  return Array.from({ length: 150 }, (_, n) => `ok ${n} of ${command}`).join("\n");
});

/** Forty calls in each turn, and what `generateText`, `streamText` and an agent make of them. */
const loops = {
  generateText: (settings) => ai.generateText(settings),
  async streamText(settings) {
    const { text, steps } = ai.streamText(settings);
    return { text: await text, steps: await steps };
  },
  agent: ({ messages, ...settings }) => new Agent(settings).generate({ messages }),
};

async function runTurns(loop, settingsFor) {
  let calls = 0;
  const { model, prompts } = modelOf(() =>
    ++calls % (CALLS + 1) === 0 ? "Done." : [["bash", { command: `npm test -- part${calls}` }]],
  );
  const settings = { ...settingsFor(model), [instructions]: "Mend it.", tools: { bash }, stopWhen: stopAfter(100) };
  let messages = [{ role: "user", content: "Make the tests pass." }];
  const lastOfTurns = [];
  for (const question of ["Now the rest.", "Thanks."]) {
    const { text, steps } = await loops[loop]({ ...settings, messages });
    assert.deepEqual([text, steps.length], ["Done.", CALLS + 1]);
    lastOfTurns.push(prompts.length - 1);
    const answers =
      specification > 3 ? steps.flatMap(({ response }) => response.messages) : steps.at(-1).response.messages;
    // Yours stay whole, whatever was sent.
    assert.equal(answers.length, 2 * CALLS + 1);
    messages = [...messages, ...answers, { role: "user", content: question }];
  }
  return { prompts, lastOfTurns };
}

/** The bounds of every prompt, what the last one still has, and the steps at which the prefix changed. */
function checkPrompts({ prompts, lastOfTurns }) {
  for (const prompt of prompts) {
    assert.ok(sizeOf(prompt) <= WINDOW, `${sizeOf(prompt)} tokens`);
    assert.deepEqual(validateMessages(prompt, { format: "ai-sdk" }), []);
  }
  const last = JSON.stringify(prompts.at(-1));
  for (const number of [4, 14, 24, 34, 44, 54, 64, 74]) assert.ok(last.includes(failed(number)), failed(number));
  const texts = prompts.map((prompt) => prompt.map((message) => JSON.stringify(message)));
  const changed = texts.flatMap((one, at) => (at > 0 && texts[at - 1].some((text, n) => text !== one[n]) ? [at] : []));
  assert.ok(changed.length > 2 && changed.length < prompts.length / 3, `changed at ${changed}`);
  return changed.includes(lastOfTurns[0] + 1);
}

const cases = {};

// Of the oldest, one will do.
for (const loop of Object.keys(loops).slice(0, specification === 2 ? 1 : 3)) {
  cases[`${loop}: prepareStep compacts between steps, and in the next turn`] = async () => {
    const compactor = new Compactor(options);
    const prepareStep = ({ messages }) => ({ messages: compactor.next(messages).messages });
    const isNewPrefix = checkPrompts(await runTurns(loop, (model) => ({ model, prepareStep })));
    // Up to 6 the messages are for one step; in 7 they are what the next one begins with, so the turn's originals are new.
    assert.equal(isNewPrefix, specification > 3);
  };

  if (specification > 3) {
    cases[`${loop}: of the original messages, a new turn keeps the prefix`] = async () => {
      const compactor = new Compactor(options);
      const prepareStep = ({ initialMessages, responseMessages }) => ({
        messages: compactor.next([...initialMessages, ...responseMessages]).messages,
      });
      assert.equal(checkPrompts(await runTurns(loop, (model) => ({ model, prepareStep }))), false);
    };
  }

  cases[`${loop}: a middleware compacts`] = async () => {
    const pool = new CompactorPool(options);
    const middleware = {
      specificationVersion: `v${specification}`,
      transformParams: async ({ params }) => ({ ...params, prompt: pool.next(params.prompt).messages }),
    };
    assert.equal(
      checkPrompts(await runTurns(loop, (model) => ({ model: ai.wrapLanguageModel({ model, middleware }) }))),
      false,
    );
  };
}

cases["a model reads what was cut"] = async () => {
  const store = new OutputStore();
  const { ref } = trim("ok\n".repeat(9000), { maxChars: 200, store });
  const { name, definition } = retrieveTool(store, "ai-sdk");
  const sent = [];
  const calls = [
    [name, { ref, lines: "5" }],
    ["log", {}],
  ];
  const { model } = modelOf((_, number) => (number === 0 ? calls : "Done."));
  const log = tool(async () => "line\n".repeat(9000));
  const doGenerate = model.doGenerate.bind(model);
  model.doGenerate = (request) => {
    sent.push(request);
    return doGenerate(request);
  };
  const tools = { [name]: definition, ...limitAiSdkTools({ log }, { output: { maxChars: 100 } }) };
  const { steps, text } = await ai.generateText({ model, prompt: "Go.", tools, stopWhen: stopAfter(3) });
  assert.equal(text, "Done.");
  const [recalled, limited] = steps[0].toolResults.map(({ output }) => output);
  assert.equal(recalled, `[${ref}: line 5 of 9,000]\nok\n`);
  assert.match(limited, /truncated/);
  assert.deepEqual(sent[0].tools[0].inputSchema.required, ["ref"]);
};

// Every kind of part that the types of this version have, as they are stored and as a model receives them.
const PIXEL = "iVBORw0KGgo=";
const filesOf7 = [
  { type: "file", mediaType: "image/png", data: { type: "data", data: PIXEL } },
  { type: "file", mediaType: "image", data: { type: "url", url: new URL("https://example.com/a.png") } },
  { type: "file", mediaType: "application/pdf", data: { type: "reference", reference: { openai: "file-1" } } },
  {
    type: "file",
    mediaType: "text/plain",
    filename: "notes.txt",
    data: { type: "text", text: "a note\n".repeat(4000) },
  },
];
const outputs = [
  { type: "text", value: "of text" },
  { type: "json", value: { of: ["json"] } },
  { type: "error-text", value: "Error: of text" },
  { type: "error-json", value: { code: "EJSON" } },
  ...(specification > 2 ? [{ type: "execution-denied", reason: "Not now." }] : []),
  { type: "content", value: [{ type: "text", text: "a piece" }, ...(specification > 3 ? filesOf7 : [])] },
];
const parts = [
  {
    role: "user",
    content: [{ type: "text", text: "Go." }, { type: "image", image: PIXEL }, ...(specification > 3 ? filesOf7 : [])],
  },
  {
    role: "assistant",
    content: [
      { type: "reasoning", text: "First all of them.", providerOptions: { openai: { itemId: "rs_1" } } },
      { type: "text", text: "Calling." },
      ...(specification > 3
        ? [
            { type: "reasoning-file", mediaType: "image/png", data: { type: "data", data: PIXEL } },
            { type: "custom", kind: "openai.item", providerOptions: { openai: { itemId: "it_1" } } },
          ]
        : []),
      { type: "tool-call", toolCallId: "own", toolName: "web_search", input: {}, providerExecuted: true },
      {
        type: "tool-result",
        toolCallId: "own",
        toolName: "web_search",
        output: { type: "json", value: [{ url: "a" }] },
      },
      ...outputs.map((_, at) => ({ type: "tool-call", toolCallId: `c${at}`, toolName: `tool_${at}`, input: { at } })),
      ...(specification > 2 ? [{ type: "tool-approval-request", approvalId: "ask", toolCallId: "c0" }] : []),
    ],
  },
  {
    role: "tool",
    content: [
      ...(specification > 2 ? [{ type: "tool-approval-response", approvalId: "ask", approved: true }] : []),
      ...outputs.map((output, at) => ({ type: "tool-result", toolCallId: `c${at}`, toolName: `tool_${at}`, output })),
    ],
  },
  { role: "user", content: "And now?" },
];

cases["every kind of part is read, in messages and in the prompt of a model"] = async () => {
  for (const message of parts) assert.ok(ai.modelMessageSchema.safeParse(message).success, JSON.stringify(message));
  const { model, prompts } = modelOf(() => "Done.");
  await ai.generateText({ model, messages: parts });
  for (const messages of [parts, prompts[0]]) {
    assert.deepEqual(validateMessages(messages), []);
    assert.equal(repairMessages(messages).messages, messages);
    const calls = extractToolCalls(messages);
    assert.deepEqual(
      calls.map(({ isHosted, isAnswered }) => [isHosted, isAnswered]),
      [[true, true], ...outputs.map(() => [false, true])],
    );
    assert.deepEqual(
      calls.slice(1).map(({ isError }) => isError),
      outputs.map(({ type }) => /error|denied/.test(type)),
    );
    const found = inspectMessages(messages);
    assert.equal(found.format, "ai-sdk");
    // A provider's own part is no one else's to know.
    assert.ok(
      found.notes.every((note) => note.endsWith(': "custom"')),
      String(found.notes),
    );
    const notes = messages[0].content.filter(({ mediaType }) => mediaType === "text/plain");
    for (const file of notes) {
      // A text, not the price of a picture.
      const { media } = inspectMessages([{ role: "user", content: [file] }], { format: "ai-sdk" }).parts;
      assert.ok(media > 25_000, String(media));
    }
    // Small enough that all gives way which may.
    const { messages: compacted } = compactMessages([...messages, ...messages.slice(3)], { window: { chars: 2_000 } });
    assert.deepEqual(validateMessages(compacted), []);
    await ai.generateText({ model, messages: compacted });
  }
};

cases["messages of a chat become valid model messages, whole and repaired"] = async () => {
  const ui = [
    {
      id: "1",
      role: "user",
      parts: [
        { type: "text", text: "Go." },
        { type: "file", mediaType: "image/png", url: `data:image/png;base64,${PIXEL}` },
      ],
    },
    {
      id: "2",
      role: "assistant",
      parts: [
        { type: "step-start" },
        { type: "reasoning", text: "Look first." },
        { type: "tool-bash", toolCallId: "a", state: "output-available", input: { command: "ls" }, output: "lib.rs" },
        { type: "dynamic-tool", toolName: "rm", toolCallId: "b", state: "output-error", input: {}, errorText: "No." },
        { type: "text", text: "There." },
      ],
    },
  ];
  // A stop left a call without a result.
  const stopped = {
    id: "3",
    role: "assistant",
    parts: [{ type: "tool-bash", toolCallId: "c", state: "input-available", input: {} }],
  };
  const later = { id: "4", role: "user", parts: [{ type: "text", text: "Again." }] };
  const repaired = repairMessages([...ui, stopped, later], { format: "ai-sdk" });
  assert.deepEqual(repaired.problems, []);
  for (const [messages, calls] of [
    [ui, 2],
    [repaired.messages, 3],
  ]) {
    const converted = await ai.convertToModelMessages(messages);
    assert.deepEqual(validateMessages(converted), []);
    assert.equal(extractToolCalls(converted).length, calls);
    for (const message of converted)
      assert.ok(ai.modelMessageSchema.safeParse(message).success, JSON.stringify(message));
  }
};

for (const [name, run] of Object.entries(cases)) {
  const error = await run().then(
    () => null,
    (error) => error.stack ?? String(error),
  );
  console.log(JSON.stringify([name, error]));
}
