// Conversations of a thousand exchanges in each message format, with results as tools print them: code and logs, full
// of line breaks and quotes.

/** Lines of two kinds of results. */
const sources = [
  (n) =>
    [
      `export async function load${n}(path: string, options: Options = {}): Promise<Table> {`,
      `  const text = await readFile(join(root, "tables", path), "utf8");`,
      `  if (text === "") throw new TableError(\`\${path}: "no rows" at line ${n}\`);`,
      `  return parse(text, { ...options, separator: "\\t", limit: ${(n * 37) % 4096} });`,
      `}`,
      "",
    ].join("\n"),
  (n) =>
    [
      `2026-03-01T12:${10 + (n % 50)}:07.${100 + (n % 900)}Z INFO  [worker-${n % 8}] GET "/api/tables/${n}?full=1" 200 in ${n % 90} ms`,
      `2026-03-01T12:${10 + (n % 50)}:08.${100 + (n % 900)}Z WARN  retry ${n % 3}: {"code":"ECONNRESET","host":"db-${n % 5}"}`,
      `\tat Object.query (/srv/app/node_modules/db/lib/client.js:${n % 400}:17)`,
      "",
    ].join("\n"),
];

/** Exactly `size` units, from the text of many lines. */
const texts = (size) => {
  const long = sources.map((line) => {
    const lines = Array.from({ length: Math.ceil((size + 4000) / 140) }, (_, n) => line(n * 7));
    return lines.join("");
  });
  return (n) => long[n % 2].slice((n * 61) % 3000, ((n * 61) % 3000) + size);
};

const tools = [
  ["read_file", (n) => ({ filePath: `/home/dev/service/src/module${n % 700}/index.ts`, startLine: 1, endLine: 80 })],
  ["run_in_terminal", (n) => ({ command: `npm test -- --shard ${n % 50}/50`, isBackground: false })],
  ["grep_search", (n) => ({ query: `token ${n}`, isRegexp: false })],
];

const request = "The import of tables fails now and then. Find out why, and mend it.";
const remark = "Looking at the next one.";

// Like VS Code's extension host: `content` is an accessor of the prototype.
class TextPart {
  constructor(value) {
    this.value = value;
  }
}
class ToolCallPart {
  constructor(callId, name, input) {
    Object.assign(this, { callId, name, input });
  }
}
class ToolResultPart {
  constructor(callId, content, isError) {
    Object.assign(this, { callId, content, isError });
  }
}
class ChatMessage {
  _content = [];
  constructor(role, content, name) {
    this.role = role;
    this.content = content;
    this.name = name;
  }
  get content() {
    return this._content;
  }
  set content(value) {
    this._content = typeof value === "string" ? [new TextPart(value)] : value;
  }
}

/** For each format: the user's request, a call, and its result. */
const formats = {
  anthropic: {
    ask: (text) => ({ role: "user", content: text }),
    call: ({ id, name, args }) => ({
      role: "assistant",
      content: [
        { type: "text", text: remark },
        { type: "tool_use", id, name, input: args },
      ],
    }),
    result: ({ id, result, failed }) => ({
      role: "user",
      content: [{ type: "tool_result", tool_use_id: id, content: result, ...(failed && { is_error: true }) }],
    }),
  },
  "openai-chat": {
    ask: (text) => ({ role: "user", content: text }),
    call: ({ id, name, args }) => ({
      role: "assistant",
      content: remark,
      tool_calls: [{ id, type: "function", function: { name, arguments: JSON.stringify(args) } }],
    }),
    result: ({ id, result }) => ({ role: "tool", tool_call_id: id, content: result }),
  },
  "openai-responses": {
    ask: (text) => ({ type: "message", role: "user", content: [{ type: "input_text", text }] }),
    call: ({ id, name, args }) => ({ type: "function_call", call_id: id, name, arguments: JSON.stringify(args) }),
    result: ({ id, result }) => ({ type: "function_call_output", call_id: id, output: result }),
  },
  gemini: {
    ask: (text) => ({ role: "user", parts: [{ text }] }),
    call: ({ id, name, args }) => ({ role: "model", parts: [{ text: remark }, { functionCall: { id, name, args } }] }),
    result: ({ id, name, result, failed }) => ({
      role: "user",
      parts: [{ functionResponse: { id, name, response: failed ? { error: result } : { output: result } } }],
    }),
  },
  "ai-sdk": {
    ask: (text) => ({ role: "user", content: [{ type: "text", text }] }),
    call: ({ id, name, args }) => ({
      role: "assistant",
      content: [
        { type: "text", text: remark },
        { type: "tool-call", toolCallId: id, toolName: name, input: args },
      ],
    }),
    result: ({ id, name, result, failed }) => ({
      role: "tool",
      content: [
        {
          type: "tool-result",
          toolCallId: id,
          toolName: name,
          output: { type: failed ? "error-text" : "text", value: result },
        },
      ],
    }),
  },
  vscode: {
    ask: (text) => new ChatMessage(1, text),
    call: ({ id, name, args }) => new ChatMessage(2, [new TextPart(remark), new ToolCallPart(id, name, args)]),
    result: ({ id, result, failed = false }) =>
      new ChatMessage(1, [new ToolResultPart(id, [new TextPart(result)], failed)]),
  },
};

/** The names of the formats. */
export const names = Object.keys(formats);

/** A conversation of `count` exchanges with results of `size` units; `isAnswered` selects the calls with a result. */
export function conversation(format, count, size, isAnswered = () => true) {
  const { ask, call, result } = formats[format];
  const resultOf = texts(size);
  const drawn = Array.from({ length: count }, (_, n) => {
    const [name, args] = tools[n % tools.length];
    return { id: `toolu_${String(n).padStart(6, "0")}`, name, args: args(n), result: resultOf(n) };
  });
  // Read from JSON, as a host reads them: each text is a flat string of its own.
  const exchanges = JSON.parse(JSON.stringify(drawn));
  const messages = exchanges.flatMap((one, n) => (isAnswered(n) ? [call(one), result(one)] : [call(one)]));
  return [ask(request), ...messages];
}

/** The conversation of exchanges, `{ id, name, args, result, failed }`: each time new objects around the same texts. */
export function messagesOf(format, exchanges) {
  const { ask, call, result } = formats[format];
  const messages = [ask(request)];
  for (const one of exchanges) messages.push(call(one), result(one));
  return messages;
}
