// Conversations of a thousand exchanges in each message format, with results as tools print them: code and logs, full
// of line breaks and quotes.

import { FORMATS, writers } from "../../evals/synthetic/formats.mjs";

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

/** As VS Code's API has them: objects of classes. */
const vscode = {
  user: (text) => [new ChatMessage(1, text)],
  turn: (text, calls) => [
    new ChatMessage(2, [new TextPart(text), ...calls.map(({ id, name, args }) => new ToolCallPart(id, name, args))]),
    ...calls.map(({ id, result, failed = false }) => {
      return new ChatMessage(1, [new ToolResultPart(id, [new TextPart(result)], failed)]);
    }),
  ],
};

/** The library's names of the formats, with their writers. */
const formats = Object.fromEntries(
  Object.entries({ ...writers, vscode }).map(([folder, writer]) => [FORMATS[folder], writer]),
);

/** The names of the formats. */
export const names = Object.keys(formats);

/** A conversation of `count` exchanges with results of `size` units; `isAnswered` selects the calls with a result. */
export function conversation(format, count, size, isAnswered = () => true) {
  const resultOf = texts(size);
  const drawn = Array.from({ length: count }, (_, n) => {
    const [name, args] = tools[n % tools.length];
    return { id: `toolu_${String(n).padStart(6, "0")}`, name, args: args(n), result: resultOf(n) };
  });
  // Read from JSON, as a host reads them: each text is a flat string of its own.
  const exchanges = JSON.parse(JSON.stringify(drawn));
  return messagesOf(format, exchanges, isAnswered);
}

/** The conversation of exchanges, `{ id, name, args, result, failed }`: each time new objects around the same texts. */
export function messagesOf(format, exchanges, isAnswered = () => true) {
  const { user, turn } = formats[format];
  // In Responses a text would be an item of its own.
  const text = format === "openai-responses" ? undefined : remark;
  const messages = user(request);
  for (const [at, one] of exchanges.entries()) {
    const [call, result] = turn(text, [one]);
    messages.push(...(isAnswered(at) ? [call, result] : [call]));
  }
  return messages;
}
