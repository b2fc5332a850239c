// The calls of the common program. A call runs for every entry that exports its name; it gets the entry's
// exports and returns something that JSON can hold. Without `node:` and without types, since it is bundled for every
// host.

const log = Array.from({ length: 900 }, (_, n) => (n === 400 ? "error: disk full" : `step ${n} ok 🧵`)).join("\n");
const messages = [
  { role: "user", content: "Make the tests pass." },
  ...Array.from({ length: 12 }, (_, n) => [
    {
      role: "assistant",
      content: [{ type: "tool_use", id: `call_${n}`, name: "read_file", input: { path: `src/${n}.ts` } }],
    },
    {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: `call_${n}`, content: `${n}: ${log.slice(0, 4000)}` }],
    },
  ]).flat(),
];
const calls = Array.from({ length: 30 }, (_, n) => ({
  callId: `call_${n}`,
  name: "read_file",
  args: { path: `src/${n}.ts` },
  result: `${n} ${log.slice(0, 500)}`,
}));
// Jest's jsdom has no TextEncoder of its own.
const utf8 = (text) => Uint8Array.from(unescape(encodeURIComponent(text)), (char) => char.charCodeAt(0));
/** As Node reads them: under jsdom a `Buffer` is no `Uint8Array` of the test's. */
const read = (text) => globalThis.Buffer?.from(text) ?? utf8(text);
/** The results of all steps, or their errors. */
const each = (...steps) =>
  steps.map((step) => {
    try {
      return step();
    } catch ({ name, code, message }) {
      return { name, code, message };
    }
  });

/** By the name of the export that a call is about. */
export const table = {
  TooltrimError: ({ TooltrimError }) => new TooltrimError("CYCLE", "text") instanceof Error,
  version: ({ version }) => version,

  // Text
  trim: ({ trim }) =>
    each(
      () => trim("0123456789", { maxChars: 3, marker: "~", snap: "char" }),
      () => trim(log, 200),
      () => trim(log, { maxChars: 300, rescue: true }),
      () => trim(utf8(log), { maxBytes: 200 }),
      () => trim(read(log), { maxBytes: 200 }),
      () => trim("x", { maxChars: -1 }),
    ),
  Trimmer: ({ Trimmer }) => new Trimmer({ maxLines: 4 }).trim(log).text,
  TrimStream: async ({ TrimStream }) => {
    const { readable, writable } = new TrimStream({ maxChars: 200 });
    const writer = writable.getWriter();
    const written = writer.write(log).then(() => writer.close());
    const pieces = [];
    const reader = readable.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) pieces.push(next.value);
    await written;
    return pieces.join("");
  },
  measure: ({ measure }) => measure("naïve 🧵\nline"),
  clean: ({ clean }) => each(() => clean("\u001b[31mred\u001b[0m\rgreen\n")),
  redactSecrets: ({ redactSecrets }) => redactSecrets("password=hunter2hunter2 AKIAIOSFODNN7EXAMPLE"),
  presets: ({ presets }) => Object.keys(presets).sort(),
  truncateStringToBytes: ({ truncateStringToBytes }) => truncateStringToBytes(log, 100),
  estimateTokens: ({ estimateTokens }) => estimateTokens(log),

  // Exact tokens, of a vocabulary of bytes and one pair
  createTokenCounter: ({ createTokenCounter }) => {
    const bytes = Array.from({ length: 256 }, (_, byte) => `${btoa(String.fromCharCode(byte))} ${byte}\n`).join("");
    const tiktoken = utf8(`${bytes}${btoa("ok")} 256\n`);
    return each(
      () => createTokenCounter({ encoding: "cl100k_base", tiktoken })(log),
      () => createTokenCounter({ encoding: "cl100k_base", tiktoken: utf8("no table") }),
    );
  },
  o200kBase: ({ o200kBase }) => o200kBase.encoding,
  cl100kBase: ({ cl100kBase }) => cl100kBase.encoding,

  // Values and tools
  trimValue: ({ trimValue }) =>
    trimValue({ list: Array(500).fill("item"), text: log, nested: { map: new Map([[1, 2]]) } }, { maxTotalBytes: 600 }),
  truncateStringsForLlm: ({ truncateStringsForLlm }) => truncateStringsForLlm({ text: log }, 50),
  capToSchema: ({ capToSchema }) =>
    each(() =>
      capToSchema(
        { names: ["a", "b", "c"] },
        { type: "object", properties: { names: { type: "array", maxItems: 2 } } },
      ),
    ),
  toolify: async ({ toolify }) => [
    await toolify(async () => log, { output: { maxChars: 80 } })(),
    await toolify(async () => read(log), { output: { maxChars: 80 } })(),
    await toolify(async () => utf8(log).buffer, { output: { maxChars: 80 } })(),
  ],
  toolifySync: ({ toolifySync }) => toolifySync(() => ({ list: [1, 2], log }), { output: { maxChars: 80 } })(),
  limitCallToolResult: ({ limitCallToolResult }) =>
    limitCallToolResult({ content: [{ type: "text", text: log }] }, { output: { maxChars: 90 } }),
  limitAgentsTool: ({ limitAgentsTool }) => typeof limitAgentsTool,
  limitAiSdkTool: ({ limitAiSdkTool }) =>
    limitAiSdkTool({ execute: async () => log }, { output: { maxChars: 70 } }).execute({}, {}),

  // The component: its file is not in the bundle of each host, so that only what needs no file is asked.
  instantiateSync: ({ instantiateSync }) => {
    try {
      return instantiateSync(utf8("no component"));
    } catch ({ name }) {
      return name;
    }
  },

  // Conversations
  compactMessages: ({ compactMessages }) => {
    const { messages: sent, report } = compactMessages(messages, { window: { chars: 12_000 } });
    return { sent, report };
  },
  Compactor: ({ Compactor }) => new Compactor({ window: { chars: 12_000 } }).next(messages),
  compactMessagesAsync: async ({ compactMessagesAsync }) =>
    (await compactMessagesAsync(messages, { window: { chars: 12_000 } })).messages.length,
  detectFormat: ({ detectFormat }) => detectFormat(messages),
  validateMessages: ({ validateMessages }) => validateMessages(messages.slice(0, 2)),
  repairMessages: ({ repairMessages }) => repairMessages(messages.slice(0, 2)),
  inspectMessages: ({ inspectMessages }) => inspectMessages(messages),
  extractToolCalls: ({ extractToolCalls }) => extractToolCalls(messages).length,
  readSessionLog: ({ readSessionLog }) =>
    each(
      () => readSessionLog(messages.map((message) => JSON.stringify(message)).join("\n")),
      () => readSessionLog(""),
    ),
  SessionLogReader: ({ SessionLogReader }) => {
    const reader = new SessionLogReader();
    reader.push('{"role":"user","parts":[{"te');
    reader.push(utf8('xt":"hi"}]}\n'));
    return reader.finish();
  },
  renderAsText: ({ renderAsText }) => renderAsText(messages.slice(0, 3)),
  computeTruncation: ({ computeTruncation }) => computeTruncation(calls),
  ToolHistoryManager: ({ ToolHistoryManager }) => Object.keys(new ToolHistoryManager()),
  categorizeToolCall: ({ categorizeToolCall }) => categorizeToolCall("bash"),

  // Stores and signals
  OutputStore: ({ OutputStore }) => {
    const store = new OutputStore();
    const ref = store.put(log);
    return [ref, store.retrieve(ref, { lines: "400-402" }), ...each(() => store.get("#k3f9a2bx"))];
  },
  retrieveTool: ({ OutputStore, retrieveTool }) => retrieveTool(new OutputStore(), "anthropic"),
  disclaimerFor: ({ disclaimerFor }) => disclaimerFor({ truncation_applied: true }) ?? "none",
  truncationScope: ({ truncationScope }) => truncationScope(() => "inside").result ?? "done",
  onTruncation: ({ onTruncation }) => typeof onTruncation(() => {}),
  sessionBytes: ({ sessionBytes }) => sessionBytes({ text: log }),
  metrics: ({ metrics }) => typeof metrics(),
  observeTruncation: ({ observeTruncation }) => typeof observeTruncation(),
};

/** Results of all calls of an entry, by name. */
export async function callAll(entry) {
  const results = {};
  for (const name of Object.keys(entry)
    .filter((each) => Object.hasOwn(table, each))
    .sort()) {
    try {
      results[name] = await table[name](entry);
    } catch (error) {
      results[name] = `threw ${error?.stack ?? error}`;
    }
  }
  return JSON.parse(JSON.stringify(results, (_, value) => (value instanceof Set ? [...value] : value)));
}
