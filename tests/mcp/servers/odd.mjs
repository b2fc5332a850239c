// A server that does what real ones do on a bad day. It speaks JSON-RPC by hand: the SDK neither prints garbage nor
// writes 100 MB.
import { createInterface } from "node:readline";

const { stdout } = process;
const put = (text) => new Promise((resolve) => stdout.write(text, resolve));
const answer = (id, result) => put(`${JSON.stringify({ result, jsonrpc: "2.0", id })}\n`);
const text = (text) => ({ content: [{ type: "text", text }] });

/** A message in one line, as long as asked for, whose id comes last, as the SDK writes it. */
async function long(id, megabytes, before, piece, after) {
  await put(`{"result":${before}`);
  const block = piece.repeat(Math.ceil(65_536 / piece.length));
  for (let left = megabytes * 1e6; left > 0; left -= block.length) await put(block);
  await put(`${after},"jsonrpc":"2.0","id":${JSON.stringify(id)}}\n`);
}

const numbers = { big: "9007199254740993", price: "1.50" };

const tools = {
  echo: (id, { message }) => answer(id, text(message)),
  text: (id, { megabytes }) =>
    long(
      id,
      megabytes,
      '{"content":[{"type":"text","text":"',
      'line \\"of\\" log \\u00e9 \ud83d\ude00\\n',
      '"}],"isError":true}',
    ),
  members: (id, { count }) =>
    answer(id, {
      ...text("failed"),
      isError: true,
      ...Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, "v".repeat(100)])),
    }),
  items: (id, { megabytes }) =>
    long(id, megabytes, '{"content":[{"type":"text","text":"first"}', ',{"type":"text","text":"one of many"}', "]}"),
  structured: (id, { megabytes }) =>
    long(
      id,
      megabytes,
      '{"content":[],"structuredContent":{"rows":[{"id":0,"name":"a"}',
      ',{"id":1,"name":"b"}',
      "]}}",
    ),
  image: (id, { megabytes }) =>
    long(id, megabytes, '{"content":[{"type":"image","mimeType":"image/png","data":"', "QUJD", '"}]}'),
  small_items: (id, { count }) =>
    answer(id, { content: Array.from({ length: count }, (_, n) => text(`item ${n}`).content[0]) }),
  numbers: (id, { length }) =>
    put(
      `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[{"type":"text","text":${JSON.stringify("x".repeat(length))}}],` +
        `"_meta":{"big":${numbers.big},"price":${numbers.price}}}}\n`,
    ),
  rows: (id, { count }) => {
    const rows = Array.from({ length: count }, (_, n) => ({ id: n, kind: n % 2 ? "odd" : "even", note: `note ${n}` }));
    const structuredContent = { total: count, rows };
    return answer(id, { content: text(JSON.stringify(structuredContent, null, 2)).content, structuredContent });
  },
  codes: (id, { count }) =>
    answer(id, { content: [], structuredContent: { codes: Array.from({ length: count }, (_, n) => `code-${n}`) } }),
  failing: (id, { length }) =>
    put(
      `${JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32_050, message: "m".repeat(length), data: { trace: "t\n".repeat(length) } } })}\n`,
    ),
  garbage: async (id) => {
    await put("Loading model ... done\n\n42\n\u001b[31mwarning\u001b[0m {not json}\n");
    await answer(id, text("after the garbage"));
  },
  garbled: (id) =>
    put(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[{"type":"te [LOG] half a line\n`),
  crash: async (_id, { code }) => {
    process.stderr.write("Traceback: it went wrong\nValueError: no such table\n");
    await new Promise((resolve) => setTimeout(resolve, 50));
    process.exit(code);
  },
  killed: () => process.kill(process.pid, "SIGKILL"),
  half: async (id) => {
    await put(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[{"type":"text","text":"hal`);
    process.exit(3);
  },
  never: () => {},
};

const schemas = {
  rows: {
    type: "object",
    properties: {
      total: { type: "integer" },
      rows: {
        type: "array",
        minItems: 1,
        items: {
          type: "object",
          properties: { id: { type: "integer" }, kind: { enum: ["odd", "even"] }, note: { type: "string" } },
          required: ["id", "kind", "note"],
          additionalProperties: false,
        },
      },
    },
    required: ["total", "rows"],
  },
  // Nothing in it may be shorter.
  codes: {
    type: "object",
    properties: { codes: { type: "array", minItems: 5000, items: { type: "string", pattern: "^code-\\d+$" } } },
    required: ["codes"],
  },
};

const definitions = Object.keys(tools).map((name) => ({
  name,
  inputSchema: { type: "object" },
  ...(schemas[name] && { outputSchema: schemas[name] }),
}));
const PAGE = 6;

const methods = {
  initialize: (id, { protocolVersion }) =>
    answer(id, {
      protocolVersion,
      capabilities: process.env.NO_TOOLS ? { resources: {} } : { tools: {}, resources: {}, prompts: {} },
      serverInfo: { name: "odd", version: "1.0.0" },
    }),
  ping: (id) => answer(id, {}),
  "tools/list": (id, { cursor = "0" } = {}) => {
    const start = Number(cursor);
    const page = definitions.slice(start, start + PAGE);
    // A server that was there first.
    if (start === 0 && process.env.OWN_RETRIEVE)
      page.push({ name: "tooltrim_retrieve", inputSchema: { type: "object" } });
    return answer(id, { tools: page, ...(start + PAGE < definitions.length && { nextCursor: String(start + PAGE) }) });
  },
  "tools/call": (id, { name, arguments: args = {} }) =>
    tools[name] ? tools[name](id, args) : answer(id, { ...text(`unknown tool ${name}`), isError: true }),
  "resources/read": (id, { uri }) => {
    const size = Number(uri.split(":").at(-1));
    if (uri.startsWith("blob:"))
      return answer(id, { contents: [{ uri, mimeType: "image/png", blob: "QUJD".repeat(size / 4) }] });
    return answer(id, { contents: [{ uri, mimeType: "text/plain", text: "resource line\n".repeat(size / 14) }] });
  },
  "prompts/get": (id, { arguments: { length } }) =>
    answer(id, {
      description: "a prompt",
      messages: ["user", "assistant"].map((role) => ({
        role,
        content: { type: "text", text: "word ".repeat(Number(length) / 5) },
      })),
    }),
  "custom/large": (id, { length }) => answer(id, { content: [{ type: "text", text: "c".repeat(length) }], n: [1.5] }),
};

createInterface({ input: process.stdin }).on("line", async (line) => {
  const message = JSON.parse(line);
  if (Array.isArray(message)) {
    const answers = message
      .filter(({ id }) => id !== undefined)
      .map(({ id }) => ({ jsonrpc: "2.0", id, result: text("b".repeat(50_000)) }));
    await put(`${JSON.stringify(answers)}\n`);
    return;
  }
  const { id, method, params } = message;
  if (id === undefined) return;
  await methods[method]?.(id, params ?? {});
});
