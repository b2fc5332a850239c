// What becomes of answers of arbitrary shape: each is answered, by its id, within the limits.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { runs } from "../runs.mjs";
import { bundled } from "./bundle.mjs";
import { project, refsIn } from "./support.mjs";

const { measure } = await import(pathToFileURL(join(project.installed, "dist/index.js")).href);
const { Cutter, lastResort, readJson, Session, writeJson } = await bundled(
  ["session", "limit/results", "limit/cutter", "json"],
  { outfile: join(project.folder, "session.mjs"), dist: join(project.installed, "dist") },
);

const CHARS = 1000;
const MEDIA = 2000;

/** A session that has asked for one thing, and what it says. */
function open({ method, schema, tokens, batch = 1, chars = CHARS }) {
  const reports = [];
  const limits = { chars, tokens, media: MEDIA, rescue: true };
  const stats = { add() {}, retrievals: 0, garbage: 0 };
  const settings = { limits, tools: new Map(), retrieve: true, storeBytes: 1 << 20 };
  const session = new Session(settings, stats, (line) => reports.push(line));
  if (schema) {
    session.requests.add({ id: "list", method: "tools/list" });
    const tools = [{ name: "tool", inputSchema: {}, outputSchema: schema }];
    session.fromServer(Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: "list", result: { tools } })));
  }
  for (let id = 1; id <= batch; id += 1) session.requests.add({ id, method, params: { name: "tool" } });
  return { session, reports };
}

const chars = (text) => [...text].length;
const json = (value) => JSON.stringify(value);
/** By the estimate, with its margin. */
const tokensOf = (texts) => total(texts.map((text) => 1.1 * measure(text).tokens));
const total = (sizes) => sizes.reduce((sum, size) => sum + size, 0);

/** The texts that a model reads of an item, by the protocol. */
const textsOf = (item) => {
  if (typeof item === "string") return [item];
  const { text, resource, content } = item ?? {};
  const inner = Array.isArray(content) ? content.flatMap(textsOf) : content ? textsOf(content) : [];
  return [text, resource?.text, ...inner].filter((each) => typeof each === "string");
};
/** The base64 of an item, by the protocol. */
const base64Of = (item) => {
  const { type, data, blob, resource, content } = item ?? {};
  const inner = Array.isArray(content) ? content.flatMap(base64Of) : content ? base64Of(content) : [];
  const media = [type === "image" || type === "audio" ? data : undefined, blob, resource?.blob];
  return [...media, ...inner].filter((each) => typeof each === "string");
};

const base64In = (result, list) => (Array.isArray(result?.[list]) ? result[list].flatMap(base64Of) : []);

/** Counts a result as the documentation says that it is counted. */
function checkLimits(result, list, given) {
  if (typeof result !== "object" || result === null || Array.isArray(result)) {
    assert.ok(chars(json(result)) <= 7 * CHARS);
    return;
  }
  const value = result[list];
  const items = Array.isArray(value) ? value : value === undefined ? [] : [value];
  assert.ok(total(items.flatMap(textsOf).map(chars)) <= CHARS, "texts");
  assert.ok(total(items.flatMap(base64Of).map((text) => text.length)) <= MEDIA, "media");
  assert.ok(items.length <= CHARS / 10 + 1, "items");
  let structured = json(result.structuredContent ?? null);
  let repeated = 0;
  for (const text of base64In(given, list)) {
    const before = structured.length;
    structured = structured.replace(json(text), '""');
    repeated += before - structured.length;
  }
  if (list === "content") assert.ok(chars(structured) <= CHARS, `structuredContent: ${chars(structured)}`);
  assert.ok(repeated <= MEDIA, "media in structuredContent");
  const rest = Object.entries(result).filter(([name]) => ![list, "structuredContent", "isError"].includes(name));
  assert.ok(total(rest.map(([name, each]) => chars(json(name)) + chars(json(each)))) <= CHARS / 2 + 100, "rest");
}

const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc
    .tuple(fc.string({ unit: "binary", minLength: 1, maxLength: 30 }), fc.integer({ min: 1, max: 300 }))
    .map(([piece, count]) => piece.repeat(count)),
  fc.constantFrom("0e-9", "0e-9100", "#k3f9a2bx", '"\\\u0001'.repeat(400), "[1 of 2 parts left out: #k3f9a2bx]"),
);
const base64 = fc.constantFrom("QUJD".repeat(60), "QUJD".repeat(300), "QUJD".repeat(2000), "QUJD");
const { any } = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    text,
    base64,
    fc.constantFrom(null, true, false, 0, -1.5, 2 ** 53, Number("1".repeat(300))),
    fc.array(tie("any"), { maxLength: 6 }),
    fc.dictionary(fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom("text", "data", "n".repeat(900))), tie("any"), {
      maxKeys: 5,
    }),
  ),
}));
const odd = (known) => fc.oneof({ weight: 4, arbitrary: known }, { weight: 1, arbitrary: any });
const record = (members) =>
  fc.record(Object.fromEntries(Object.entries(members).map(([name, value]) => [name, odd(value)])), {
    requiredKeys: [],
  });
const resource = record({ uri: text, mimeType: text, text, blob: base64, _meta: any });
const item = fc.oneof(
  record({ type: fc.constant("text"), text, annotations: any, _meta: any }),
  record({ type: fc.constantFrom("image", "audio"), data: base64, mimeType: text, more: any }),
  record({ type: fc.constant("resource"), resource, more: any }),
  record({ type: fc.constant("resource_link"), uri: text, name: text }),
  any,
);
const many = (each) => fc.array(odd(each), { maxLength: 8 });
const kinds = {
  "tools/call": [
    "content",
    record({ content: many(item), structuredContent: any, isError: fc.boolean(), _meta: any, more: any }),
  ],
  "resources/read": ["contents", record({ contents: many(resource), _meta: any, nextCursor: text })],
  "prompts/get": [
    "messages",
    record({
      description: text,
      messages: many(record({ role: text, content: fc.oneof(item, many(item)), _meta: any })),
      _meta: any,
    }),
  ],
};
const schemas = fc.constantFrom(
  undefined,
  true,
  {},
  { type: "object", properties: { text: { type: "string" } } },
  { $ref: "#/%" },
  { additionalProperties: { pattern: "^Q" } },
);

for (const [method, [list, known]] of Object.entries(kinds)) {
  test(`an answer to ${method} of any shape is answered by its id, within the limits`, () => {
    fc.assert(
      fc.property(odd(known), schemas, fc.constantFrom(undefined, 300), (result, schema, tokens) => {
        const { session, reports } = open({ method, schema, tokens });
        // A number that JavaScript would write otherwise.
        const given = JSON.stringify({ jsonrpc: "2.0", id: 1, result }).replaceAll("-1.5", "-1.50");
        const after = session.fromServer(Buffer.from(given));
        const answer = JSON.parse(after.toString());
        assert.doesNotMatch(after.toString(), /[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-/, "no mark of a number");
        assert.deepEqual([answer.jsonrpc, answer.id, "result" in answer], ["2.0", 1, true], reports.join());
        assert.deepEqual(reports, []);
        checkLimits(answer.result, list, result);
        // What is small is not looked at.
        if (Buffer.byteLength(given) <= 300 / 2) assert.equal(after.toString(), given);
      }),
      runs(100),
    );
  });
}

test("what is put in place of a result that no rule limits is within the limits, and an error stays one", () => {
  for (const [kind, [list, known]] of [
    ["call", kinds["tools/call"]],
    ["resource", kinds["resources/read"]],
    ["prompt", kinds["prompts/get"]],
  ]) {
    fc.assert(
      fc.property(known, fc.constantFrom(undefined, 300), (result, tokens) => {
        const cutter = new Cutter({ chars: CHARS, tokens, media: MEDIA, rescue: true }, () => "#k3f9a2bx");
        const last = JSON.parse(writeJson(lastResort(kind, readJson(JSON.stringify(result)), cutter)));
        checkLimits(last, list, result);
        if (kind === "call" && result.isError === true) assert.equal(last.isError, true);
      }),
      runs(100),
    );
  }
});

test("an error of any shape is answered by its id, within the limits", () => {
  const error = odd(record({ code: fc.integer(), message: text, data: any, more: any }));
  fc.assert(
    fc.property(error, any, fc.boolean(), (error, result, isBoth) => {
      const { session, reports } = open({ method: "tools/call" });
      const given = { jsonrpc: "2.0", id: 1, error, ...(isBoth && { result }) };
      const answer = JSON.parse(session.fromServer(Buffer.from(JSON.stringify(given))).toString());
      assert.deepEqual([answer.id, "error" in answer, reports], [1, true, []]);
      // Its message is counted as it is read; written, a char may be an escape of 6.
      assert.ok(chars(json(answer.error)) <= 7 * CHARS);
      const { message, ...rest } = Object(answer.error);
      if (typeof message === "string") {
        assert.ok(chars(message) <= CHARS / 2);
        assert.ok(chars(json(rest)) <= CHARS / 2 + 50);
      }
      if (isBoth) checkLimits(answer.result, "content", result);
    }),
    runs(100),
  );
});

test("each answer of a batch is answered, whatever the others are", () => {
  const results = fc.array(odd(kinds["tools/call"][1]), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(results, (results) => {
      const { session } = open({ method: "tools/call", batch: results.length });
      const given = results.map((result, at) => ({ jsonrpc: "2.0", id: at + 1, result }));
      const answers = JSON.parse(session.fromServer(Buffer.from(JSON.stringify(given))).toString());
      assert.deepEqual(
        answers.map(({ id }) => id),
        given.map(({ id }) => id),
      );
      for (const [at, { result }] of answers.entries()) checkLimits(result, "content", results[at]);
      assert.equal(session.requests.size, 0);
    }),
    runs(100),
  );
});

test("a text that is in both forms, and has nothing but escapes, is no error", () => {
  const { session, reports } = open({ method: "tools/call" });
  const text = '"\\\u0001'.repeat(400);
  const result = { content: text, structuredContent: { a: { text }, b: "QUJD".repeat(300) } };
  const after = session.fromServer(Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 1, result })));
  assert.deepEqual(reports, []);
  checkLimits(JSON.parse(after.toString()).result, "content", result);
});

test("base64 stays in structuredContent as often as in content, and no text is taken for its place", () => {
  const image = "QUJD".repeat(100);
  const { session } = open({ method: "tools/call" });
  const places = ["tooltrim:media:0:", "tooltrim:media:0:0:", "tooltrim:media:1:0:", "tooltrim:media:"];
  const result = {
    content: [{ type: "image", mimeType: "image/png", data: image }],
    structuredContent: { places, image, note: "n".repeat(3000), copies: Array(5).fill(image) },
  };
  const given = JSON.stringify({ jsonrpc: "2.0", id: 1, result });
  const { structuredContent } = JSON.parse(session.fromServer(Buffer.from(given)).toString()).result;
  assert.deepEqual(structuredContent.places, places);
  assert.equal(structuredContent.image, image);
  assert.equal(JSON.stringify(structuredContent).split(image).length, 2);
});

test("a text that repeats a structured value is cut from the whole, whatever shares the limit with it", () => {
  const { session } = open({ method: "tools/call" });
  const value = { rows: Array.from({ length: 400 }, (_, id) => ({ id })) };
  const content = [json(value), "n".repeat(700)].map((text) => ({ type: "text", text }));
  const given = { jsonrpc: "2.0", id: 1, result: { content, structuredContent: value } };
  const { result } = JSON.parse(session.fromServer(Buffer.from(json(given))).toString());
  for (const { rows } of [JSON.parse(result.content[0].text), result.structuredContent]) {
    const kept = rows.filter((row) => typeof row === "object").length;
    assert.ok(kept > 10 && rows.length === kept + 1);
    assert.ok(rows.includes(`[${400 - kept} items omitted]`), json(rows));
  }
});

test("links and items that are not known are shortened, and other members of a link stay", () => {
  const { session } = open({ method: "tools/call" });
  const link = { type: "resource_link", uri: "file:///a", name: "a", description: "long ".repeat(1000) };
  const video = { type: "video", frames: Array.from({ length: 500 }, (_, at) => ({ at })) };
  const given = { jsonrpc: "2.0", id: 1, result: { content: [link, video, { type: "text", text: "short" }] } };
  const { content } = JSON.parse(session.fromServer(Buffer.from(json(given))).toString()).result;
  assert.deepEqual({ ...content[0], description: "" }, { ...link, description: "" });
  assert.match(content[0].description, /^long long .*\.\.\.$/);
  assert.deepEqual([content[1].type, JSON.parse(content[1].text).frames[0]], ["text", { at: 0 }]);
  assert.equal(content[2].text, "short");
});

test("numbers and the order of names stay where a structured value is cut, in both forms", () => {
  const { session } = open({ method: "tools/call" });
  const value = `{"9":1.50,"1":9007199254740993,"rows":[${Array(500).fill('{"price":2.00}').join()}]}`;
  const given = `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":${json(value)}}],"structuredContent":${value}}}`;
  const after = session.fromServer(Buffer.from(given)).toString();
  const [, written] = /"structuredContent":(\{.*\})\}\}$/.exec(after);
  assert.match(written, /^\{"9":1\.50,"1":9007199254740993,"rows":\[\{"price":2\.00\},.*\]\}$/);
  assert.equal(JSON.parse(after).result.content[0].text, written);
});

test("an empty string is not taken for an image that was too large", () => {
  const { session } = open({ method: "tools/call" });
  const result = {
    content: [{ type: "image", mimeType: "image/png", data: "QUJD".repeat(1000) }],
    structuredContent: { note: "", short: "QUJD", list: ["QUJD".repeat(1000)] },
  };
  const small = { type: "image", mimeType: "image/png", data: "QUJD".repeat(490) };
  const images = [small, { ...small, data: "QUJDRERE".repeat(10) }];
  const given = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    result: { ...result, content: [...images, ...result.content] },
  });
  const { structuredContent } = JSON.parse(session.fromServer(Buffer.from(given)).toString()).result;
  assert.deepEqual([structuredContent.note, structuredContent.short], ["", "QUJD"]);
  assert.match(structuredContent.list[0], /^\[image\/png/);
});

test("a tool's own limit counts if it is smaller than ours, and only a positive integer is one", () => {
  const size = (value, ours = 4000) => {
    const limits = { chars: ours, tokens: undefined, media: MEDIA, rescue: true };
    const stats = { add() {}, retrievals: 0, garbage: 0 };
    const session = new Session({ limits, tools: new Map(), retrieve: true, storeBytes: 1 << 20 }, stats, () => {});
    const tool = `{"name":"tool","_meta":{"anthropic/maxResultSizeChars":${value}}}`;
    session.requests.add({ id: 1, method: "tools/list" });
    session.fromServer(Buffer.from(`{"jsonrpc":"2.0","id":1,"result":{"tools":[${tool}]}}`));
    session.requests.add({ id: 2, method: "tools/call", params: { name: "tool" } });
    const result = { content: [{ type: "text", text: "line\n".repeat(2000) }] };
    const after = session.fromServer(Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 2, result })));
    return total(JSON.parse(after.toString()).result.content.flatMap(textsOf).map(chars));
  };
  const full = size("null");
  assert.ok(full > 3500 && full <= 4000, `${full}`);
  assert.ok(size("2000") > 1500 && size("2000") <= 2000, `${size("2000")}`);
  // The smallest limit there is.
  assert.ok(size("5") <= 1000 && size("5") > 500, `${size("5")}`);
  for (const value of ["9000", "0", "-5", "1500.5", '"2000"', "true", "[2000]", "{}", "1e999", "9007199254740993"]) {
    assert.equal(size(value), full, value);
  }
});

test("a number in place of a text that is left out is kept as the server wrote it", async () => {
  const number = "1234567890123456789012";
  const { session } = open({ method: "tools/call" });
  session.requests.add({ id: "list", method: "tools/list" });
  session.fromServer(Buffer.from(json({ jsonrpc: "2.0", id: "list", result: { tools: [] } })));
  const items = Array.from({ length: 301 }, () => ({ type: "text", text: "x" }));
  items[150].text = "NUMBER";
  const given = json({ jsonrpc: "2.0", id: 1, result: { content: items } }).replace('"NUMBER"', number);
  const shown = JSON.parse(session.fromServer(Buffer.from(given)).toString());
  const [ref] = refsIn(shown);
  const answer = JSON.parse(await session.answer({ id: 2, params: { arguments: { ref, pattern: "12345" } } }));
  const text = answer.result.content.flatMap(textsOf).join("\n");
  assert.match(text, new RegExp(`(?<![\\w-])${number}(?!\\w)`));
});

test("a token limit holds for structured values, and for content beside those that are cut", () => {
  const limit = 1000;
  const results = [
    // 3 tokens per UTF-16 unit.
    { content: [{ type: "text", text: "x" }], structuredContent: { t: "አ".repeat(900) } },
    {
      content: [{ type: "text", text: "word ".repeat(1000) }],
      structuredContent: { list: Array.from({ length: 350 }, (_, n) => `item number ${n}`) },
    },
    ...[850, 880, 900, 905].map((words) => ({
      content: [{ type: "text", text: "word ".repeat(words) }],
      structuredContent: { list: Array.from({ length: 350 }, (_, n) => `item number ${n}`) },
    })),
  ];
  for (const result of results) {
    const { session } = open({ method: "tools/call", tokens: limit, chars: 8 * limit });
    const given = Buffer.from(json({ jsonrpc: "2.0", id: 1, result }));
    const { content, structuredContent } = JSON.parse(session.fromServer(given).toString()).result;
    const tokens = [tokensOf(content.flatMap(textsOf)), tokensOf([json(structuredContent)])];
    assert.ok(Math.max(...tokens) <= limit, `${tokens}`);
  }
});

for (const limit of [300, 1000, 4000]) {
  test(`a page of the kept text is within ${limit} tokens`, async () => {
    const { session } = open({ method: "tools/call", tokens: limit, chars: 8 * limit });
    session.requests.add({ id: "list", method: "tools/list" });
    session.fromServer(Buffer.from(json({ jsonrpc: "2.0", id: "list", result: { tools: [] } })));
    const result = { content: [{ type: "text", text: "አማርኛ ".repeat(20_000) }] };
    const shown = session.fromServer(Buffer.from(json({ jsonrpc: "2.0", id: 1, result })));
    const [ref] = refsIn(JSON.parse(shown.toString()));
    const answer = await session.answer({ id: 2, params: { arguments: { ref } } });
    const { content, isError } = JSON.parse(answer).result;
    assert.ok(!isError, answer);
    const tokens = tokensOf(content.flatMap(textsOf));
    assert.ok(tokens <= limit && tokens > limit / 6, `${tokens}`);
  });
}
