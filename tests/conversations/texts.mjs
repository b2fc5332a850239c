// Texts, arguments and media as they occur in conversations with tools.
import fc from "fast-check";

const prose = fc.constantFrom(
  "Fix the failing test, please.",
  "Let me look at the file first.",
  "What does this repository do?",
  "Das Öl läuft aus – schau bitte nach!",
  "ありがとう。次は何をしますか？",
  "Ready 👩‍👩‍👧‍👦 to ship 🚀\n\n- one\n- two\n",
  '```ts\nconst a = { "b": [1, 2] };\n```',
);
const outputs = fc.constantFrom(
  "src/main.rs\nsrc/lib.rs\n",
  "\u001b[31merror\u001b[0m: cannot find value `x`\r\n  --> src/lib.rs:3:5\r\n",
  '{"items":[{"id":1,"name":"a"},{"id":2,"name":"b"}],"next":null}',
  "Exit code: 1\nWall time: 0.1 seconds\nOutput:\n",
  "<html><body>404 – not found</body></html>",
  "[... 120 lines omitted ...]",
  "  indented\n\ttabbed\n\n\n",
);
const characters = fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 });
const controls = fc.string({ unit: "binary", minLength: 1, maxLength: 20 });
const surrogates = fc
  .tuple(characters, fc.constantFrom("\ud83d", "\udc00", "\udc00\ud83d"), characters)
  .map((parts) => parts.join(""));
const mended = surrogates.map((text) => text.toWellFormed());

const own = ({ loneSurrogates }, plain) =>
  fc.oneof(
    { weight: 6, arbitrary: plain },
    { weight: 2, arbitrary: characters },
    { weight: 1, arbitrary: controls },
    ...(loneSurrogates ? [{ weight: 1, arbitrary: loneSurrogates === "mended" ? mended : surrogates }] : []),
  );

/** A text of a user or a model. No provider takes a blank one, so there are none. */
export const saying = (options = {}) => own(options, prose).map((text) => (text.trim() === "" ? `${text}ok` : text));

const long = fc
  .tuple(outputs, fc.integer({ min: 50, max: 400 }))
  .map(([line, times]) => Array.from({ length: times }, (_, at) => `${at}: ${line}`).join("\n"));

/** What a tool gives; at times nothing. */
export const output = (options = {}) =>
  fc.oneof(
    { weight: 8, arbitrary: own(options, outputs) },
    { weight: 1, arbitrary: fc.constantFrom("", "\n") },
    ...(options.longResults ? [{ weight: 4, arbitrary: long }] : []),
  );

/** JSON without what a parser may refuse or a merge may lose. */
export const json = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value), withoutProto));
function withoutProto(_, value) {
  if (value && typeof value === "object") for (const key of ["__proto__", "constructor"]) delete value[key];
  return value;
}

const path = fc.constantFrom("src/index.ts", "README.md", "/tmp/ä b.txt", "C:\\temp\\x.log");
const tools = [
  ["read_file", fc.record({ path, offset: fc.nat(500) }, { requiredKeys: ["path"] })],
  [
    "Bash",
    fc.record({ command: fc.constantFrom("ls -la", "npm test 2>&1", 'grep -rn "x\\y" .'), timeout: fc.nat(9000) }),
  ],
  ["edit_file", fc.record({ path, old: characters, new: characters })],
  ["grep_search", fc.record({ query: characters, isRegexp: fc.boolean() }, { requiredKeys: ["query"] })],
  ["apply_patch", fc.record({ path, diff: fc.constant("@@ -1 +1 @@\n-a\n+b\n") })],
  [
    "get_weather",
    fc.record({ city: fc.constantFrom("Köln", "東京"), days: fc.double({ noNaN: true, min: 0, max: 7 }) }),
  ],
  ["mcp__github__list_issues", fc.dictionary(fc.string(), json, { maxKeys: 4, noNullPrototype: true })],
  ["list-todos", fc.constant({})],
];

/** `{ name, args }` of a call. */
export const toolUse = fc
  .oneof(...tools.map(([name, args]) => fc.record({ name: fc.constant(name), args })))
  .map(({ name, args }) => ({ name, args: JSON.parse(JSON.stringify(args), withoutProto) }));

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const inline = (kind, mediaType, data, name) => ({ kind, mediaType, data, name });

/** `{ kind, mediaType, data | url, name? }`; `data` is base64. */
export const image = fc.constantFrom(
  inline("image", "image/png", pixel),
  inline("image", "image/jpeg", "/9j/4AAQSkZJRg=="),
  { kind: "image", mediaType: "image/png", url: "https://example.com/a%20b.png" },
);
export const media = fc.oneof(
  { weight: 3, arbitrary: image },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      inline("file", "application/pdf", "JVBERi0xLjQKJeLjz9MK", "report.pdf"),
      inline("audio", "audio/wav", "UklGRiQAAABXQVZF"),
    ),
  },
);
