// `limitCallToolResult`: what becomes of each kind of block, and the laws of the whole.
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { measure } from "tooltrim";
import { OutputStore } from "tooltrim/store";
import { limitCallToolResult } from "tooltrim/tools";
import { describe, expect, test } from "vitest";
import { refOf } from "../support/refs.js";
import { LIMIT, LONG, MARKER, rows } from "./support.js";

interface Block {
  type: string;
  text?: string;
  data?: string;
  mimeType?: string;
  uri?: string;
  name?: string;
  description?: string;
  resource?: { uri: string; mimeType?: string; text?: string; blob?: string };
}
interface Result {
  content: Block[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  _meta?: object;
}

const text = (value: string): Block => ({ type: "text", text: value });
const png = (chars: number): Block => ({ type: "image", data: "A".repeat(chars), mimeType: "image/png" });
const limited = (result: Result, options?: Parameters<typeof limitCallToolResult>[1]) =>
  limitCallToolResult(result, options);
/** What a model reads of a result. */
const read = ({ content }: Result) =>
  content.map(({ text, data, resource, ...rest }) => {
    const decoded = Buffer.from(resource?.blob ?? "", "base64").toString();
    return text ?? resource?.text ?? (resource ? decoded : data === undefined ? JSON.stringify(rest) : "");
  });
const chars = (result: Result) => read(result).join("").length;

describe("one limit for all texts of a result", () => {
  test("5,000 chars exactly are left alone, in one block or in two", () => {
    for (const content of [[text("x".repeat(5000))], [text("x".repeat(2000)), text("x".repeat(3000))]]) {
      const result = { content };
      expect(limited(result)).toBe(result);
    }
  });

  test("small blocks stay whole, large ones share what is left", () => {
    const result = limited({ content: [text(LONG), text("small"), text(LONG)] });
    expect(result.content.map((block) => block.text?.length)).toEqual([2497, 5, 2497]);
    expect(result.content[0]?.text).toContain(MARKER);
  });

  test("a thousand blocks, each under the limit, are limited", () => {
    for (const size of [0, 1, 100, 4000]) {
      const result = limited({ content: Array.from({ length: 1000 }, (_, at) => text(`${at}`.padEnd(size, "."))) });
      expect(chars(result)).toBeLessThanOrEqual(LIMIT);
      expect(result.content.length).toBeLessThanOrEqual(100);
      const note = result.content.find((block) => /^\[\d+ of 1,000 parts left out\]$/.test(block.text ?? ""));
      expect(Number(/\d+/.exec(note?.text ?? "")?.[0])).toBe(1000 - (result.content.length - 1));
      expect(result.content[0]?.text?.startsWith("0")).toBe(true);
      expect(result.content.at(-1)?.text?.startsWith("999")).toBe(true);
    }
  });

  test("in each unit", () => {
    const content = Array.from({ length: 30 }, () => text("Wörter, 語 und 🚤\n".repeat(100)));
    for (const output of [
      { maxBytes: 3000 },
      { maxUtf16: 3000 },
      { maxLines: 60 },
      { maxTokens: 900 },
      { maxChars: 300 },
    ]) {
      const texts = read(limited({ content }, { output }));
      const all = texts.join("");
      if (output.maxBytes) expect(Buffer.byteLength(all)).toBeLessThanOrEqual(3000);
      if (output.maxUtf16) expect(all.length).toBeLessThanOrEqual(3000);
      if (output.maxChars) expect([...all].length).toBeLessThanOrEqual(300);
      if (output.maxLines) expect(texts.reduce((sum, each) => sum + measure(each).lines, 0)).toBeLessThanOrEqual(60);
      if (output.maxTokens) expect(texts.reduce((sum, each) => sum + measure(each).tokens, 0)).toBeLessThanOrEqual(900);
      expect(all).toBe(Buffer.from(all).toString());
      expect(texts.length).toBeGreaterThan(0);
    }
  });
});

describe("kinds of blocks", () => {
  test("an embedded text keeps its address and type", () => {
    const resource = { uri: "file:///log", mimeType: "text/x-log", text: LONG };
    const [block] = limited({ content: [{ type: "resource", resource }] }).content;
    expect(block?.resource).toMatchObject({ uri: "file:///log", mimeType: "text/x-log" });
    expect(block?.resource?.text?.length).toBeLessThanOrEqual(LIMIT);
  });

  test("a text in base64 counts as that text", () => {
    const blob = Buffer.from(LONG).toString("base64");
    const small = { type: "resource", resource: { uri: "a", mimeType: "text/plain", blob: "YQ==" } };
    expect(limited({ content: [small] }).content[0]).toBe(small);
    const large = { type: "resource", resource: { uri: "a", mimeType: "text/plain", blob } };
    const [block] = limited({ content: [large] }).content;
    expect(block?.resource?.blob).toBeUndefined();
    expect(block?.resource?.text?.startsWith("a line of a log")).toBe(true);
    expect(block?.resource?.text?.length).toBeLessThanOrEqual(LIMIT);
  });

  test("bytes that nobody sees or hears are left out with their size and address", () => {
    const resource = { uri: "file:///a.zip", mimeType: "application/zip", blob: "A".repeat(8000) };
    const { content } = limited({ content: [{ type: "resource", resource }] });
    expect(content).toEqual([text("[application/zip, 6,000 bytes left out]: file:///a.zip")]);
  });

  test("pictures and sound stay whole, up to a total", () => {
    const audio = { type: "audio", data: "A".repeat(400), mimeType: "audio/wav" };
    const result = { content: [png(400), audio, png(400)] };
    expect(limited(result)).toBe(result);
    const fewer = limited(result, { maxMediaChars: 1000 }).content;
    expect(fewer).toEqual([png(400), audio, text("[image/png, 300 bytes left out]")]);
  });

  test("that total is five million chars, unless it is given", () => {
    const most = { content: [png(4_000_000), png(1_000_000)] };
    expect(limited(most)).toBe(most);
    const [first, second] = limited({ content: [png(4_000_000), png(1_000_004)] }).content;
    expect([first?.data?.length, second]).toEqual([4_000_000, text("[image/png, 750,003 bytes left out]")]);
  });

  test("a link keeps its address; its description gives way", () => {
    const link = { type: "resource_link", uri: "file:///a", name: "a", description: LONG };
    const [block] = limited({ content: [link] }).content;
    expect(block).toMatchObject({ type: "resource_link", uri: "file:///a", name: "a" });
    expect(JSON.stringify(block).length).toBeLessThanOrEqual(LIMIT);
    expect(block?.description?.endsWith("...")).toBe(true);
  });

  test("an address that is too long, and a kind that is not known, are limited as texts", () => {
    const uri = `data:text/plain,${LONG}`;
    for (const block of [
      { type: "resource_link", name: "a", uri },
      { type: "future", lots: LONG },
    ]) {
      const [after] = limited({ content: [block] }).content;
      expect(after?.type).toBe("text");
      expect(JSON.stringify(after).length).toBeLessThanOrEqual(LIMIT + 500);
    }
    const small = { content: [{ type: "future", lots: "few" }] };
    expect(limited(small)).toBe(small);
  });

  test("what claims to be a type is not believed to be short", () => {
    const block = { type: "image", data: "A".repeat(400), mimeType: LONG };
    expect(limited({ content: [block] }, { maxMediaChars: 10 }).content).toEqual([text("[image, 300 bytes left out]")]);
  });

  test("isError, _meta, annotations and what else there is stay", () => {
    const annotations = { audience: ["user"] };
    const _meta = { widget: LONG };
    const result = limited({ content: [{ ...text(LONG), annotations } as Block], isError: true, _meta });
    expect([result.isError, result._meta]).toEqual([true, _meta]);
    expect(result.content[0]).toMatchObject({ annotations });
  });
});

describe("content that the protocol does not have", () => {
  const odd = (content: unknown) => limitCallToolResult({ content }) as Result;

  test("what is no list becomes one when it is over the limit, and stays as it is below", () => {
    for (const [content, start] of [
      [LONG, LONG.slice(0, 100)],
      [text(LONG), LONG.slice(0, 100)],
      [{ type: "video", frames: LONG }, '{"type":"video"'],
    ] as const) {
      const result = odd(content);
      expect(result.content[0]?.text?.slice(0, start.length)).toBe(start);
      expect(chars(result)).toBeLessThanOrEqual(LIMIT);
    }
    for (const content of ["short", text("short"), null, 5, {}, undefined]) {
      const result = { content };
      expect(limitCallToolResult(result)).toBe(result);
    }
  });

  test("strings, numbers and lists as blocks are limited", () => {
    expect(chars(odd([LONG, LONG]))).toBeLessThanOrEqual(LIMIT);
    expect(chars(odd([[LONG], [[LONG]]]))).toBeLessThanOrEqual(LIMIT);
    const result = { content: [null, 5, "s", true] };
    expect(limitCallToolResult(result as object)).toBe(result);
  });

  test("blocks that are nested too deep for JSON are shortened, whatever else there is", () => {
    for (const levels of [10_000, 100_000]) {
      const lists = JSON.parse("[".repeat(levels) + "]".repeat(levels));
      const objects = JSON.parse(`${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`);
      for (const content of [
        lists,
        objects,
        [lists],
        [objects, text("kept")],
        [{ type: "resource", resource: lists }],
      ]) {
        const written = JSON.stringify(limitCallToolResult({ content }));
        expect(written.length).toBeLessThanOrEqual(2 * LIMIT);
        if (written.includes("kept")) expect(JSON.parse(written).content[1]).toEqual(text("kept"));
      }
    }
  });
});

describe("structuredContent", () => {
  const value = { items: rows(), next: "/2" };

  test("stays an object; the text that mirrors it goes on to", () => {
    for (const indent of [undefined, 2]) {
      const result = limited({ content: [text(JSON.stringify(value, null, indent))], structuredContent: value });
      const after = result.structuredContent as typeof value;
      expect(JSON.stringify(after).length).toBeLessThanOrEqual(LIMIT);
      expect([after.next, after.items.at(-1)?.id]).toEqual(["/2", 1999]);
      expect(JSON.parse(result.content[0]?.text ?? "")).toEqual(after);
      expect(result.content[1]).toEqual(text("(response truncated)"));
      expect(chars(result)).toBeLessThanOrEqual(LIMIT);
    }
  });

  test("a mirror that is too long only for its white space is written without", () => {
    const few = { items: rows(80) };
    const result = limited({ content: [text(JSON.stringify(few, null, 4))], structuredContent: few });
    expect(result.structuredContent).toBe(few);
    expect(result.content).toEqual([text(JSON.stringify(few))]);
  });

  test("a list that a library has wrapped is mirrored as a list", () => {
    const wrapped = { result: rows() };
    const result = limited({ content: [text(JSON.stringify(wrapped.result))], structuredContent: wrapped });
    expect(JSON.parse(result.content[0]?.text ?? "")).toEqual(result.structuredContent?.result);
  });

  test("every cut counts from the whole value, whatever shares the limit", () => {
    const schema = { type: "object", properties: { r: { type: "array", items: { type: "number" } } }, required: ["r"] };
    const cut = /^\[(\d+) items? omitted\]$/;
    let cuts = 0;
    for (const [rows, note, maxChars] of [21, 40, 90].flatMap((rows) =>
      [1, 31, 200].flatMap((note) => [80, 104, 150, 300].map((max) => [rows, note, max] as const)),
    )) {
      const value = { r: Array.from({ length: rows }, (_, at) => at) };
      for (const outputSchema of [undefined, schema]) {
        const given = { content: [text(JSON.stringify(value)), text("n".repeat(note))], structuredContent: value };
        const result = limited(given, { output: { maxChars }, outputSchema });
        const forms = [result.structuredContent, JSON.parse(result.content[0]?.text ?? "")] as (typeof value)[];
        for (const { r = [] } of forms) {
          const marks = r.flatMap((item) => cut.exec(`${item}`)?.[1] ?? []);
          const kept = r.filter((item) => typeof item === "number");
          expect(r.length).toBe(kept.length + marks.length);
          if (marks.length > 0) expect(marks).toEqual([`${rows - kept.length}`]);
          cuts += marks.length;
        }
        expect(chars(result)).toBeLessThanOrEqual(maxChars);
      }
    }
    expect(cuts).toBeGreaterThan(20);
  });

  test("a text of its own is limited by itself", () => {
    const result = limited({ content: [text(LONG)], structuredContent: value });
    expect(result.content[0]?.text).toContain(MARKER);
    expect(chars(result)).toBeLessThanOrEqual(LIMIT);
  });

  test("with a schema: shorter lists and texts, nothing else; what is looked at stays", () => {
    const outputSchema = {
      type: "object",
      properties: {
        mode: { enum: ["m".repeat(300)] },
        code: { type: "string", pattern: "^[0-9]+$" },
        at: { type: "string", format: "date-time" },
        pair: { type: "array", prefixItems: [{ type: "string" }, { type: "number" }], items: false, minItems: 2 },
        items: { type: "array", minItems: 3, items: { $ref: "#/$defs/item" } },
        log: { anyOf: [{ type: "string", minLength: 40 }, { type: "null" }] },
      },
      required: ["mode", "code", "at", "pair", "items", "log"],
      additionalProperties: false,
      $defs: {
        item: {
          type: "object",
          properties: { id: { type: "number" }, title: { type: "string" } },
          required: ["id", "title"],
          additionalProperties: false,
        },
      },
    };
    const items = rows().map(({ id, title }) => ({ id, title: title + LONG.slice(0, 90) }));
    const whole = {
      mode: "m".repeat(300),
      code: "1".repeat(250),
      at: "2026-01-01T00:00:00Z",
      pair: ["x", 2],
      items,
      log: LONG,
    };
    const validate = new Ajv2020({ strict: false, formats: { "date-time": true } }).compile(outputSchema);
    expect(validate(whole)).toBe(true);
    const after = limited({ content: [], structuredContent: whole }, { outputSchema })
      .structuredContent as typeof whole;
    expect(validate(after), JSON.stringify(validate.errors)).toBe(true);
    expect(JSON.stringify(after).length).toBeLessThanOrEqual(LIMIT);
    expect(JSON.stringify(after).length).toBeGreaterThan(LIMIT * 0.6);
    expect([after.mode, after.code, after.pair]).toEqual([whole.mode, whole.code, whole.pair]);
    expect(after.log.length).toBeGreaterThanOrEqual(40);
  });

  test("what the schema leaves nothing of becomes an error that says so, never a value that does not fit", () => {
    const outputSchema = { type: "object", properties: { mode: { enum: [LONG] } }, required: ["mode"] };
    const result = limited({ content: [text("ok")], structuredContent: { mode: LONG } }, { outputSchema });
    expect(result.isError).toBe(true);
    expect("structuredContent" in result).toBe(false);
    expect(read(result)).toEqual([
      "ok",
      "[structuredContent left out: 60,011 bytes that cannot be fewer within the tool's output schema]",
    ]);
  });

  test("a schema that is none, and one without an end, are as good as none that leaves something free", () => {
    for (const outputSchema of [{ type: "nothing" }, { $ref: "#" }, true, { properties: { a: { $ref: "#/gone" } } }]) {
      const result = limited({ content: [], structuredContent: { a: LONG } }, { outputSchema });
      expect(JSON.stringify(result).length).toBeLessThanOrEqual(LIMIT + 200);
    }
  });

  test("with a store, the whole of it is kept and named", () => {
    const store = new OutputStore();
    const result = limited({ content: [], structuredContent: value }, { store });
    expect(read(result)).toEqual([`(response truncated) The whole of it is ${refOf(JSON.stringify(value))}.`]);
    expect(JSON.parse(store.get(refOf(JSON.stringify(value))))).toEqual(value);
  });
});

describe("the line about a value that was cut", () => {
  const structuredContent = { a: Array(60).fill(1) };

  test("is no part: nothing counts it", () => {
    const hundred = (parts: number) => Array.from({ length: parts }, () => text("x".repeat(100)));
    const after = limited({ content: hundred(7), structuredContent }, { output: { maxChars: 60 } });
    expect(read(after)).toEqual(["[7 of 7 parts left out]", "(response truncated)"]);
    const content = [..."abcdefgh"].map(text);
    const many = limited({ content, structuredContent }, { maxParts: 5, output: { maxChars: 110 } });
    expect(read(many)).toEqual(["a", "b", "[5 of 8 parts left out]", "h", "(response truncated)"]);
    const one = limited({ content, structuredContent }, { maxParts: 1, output: { maxChars: 110 } });
    expect(read(one)).toEqual(["[8 of 8 parts left out]"]);
  });

  test("stays whole, or a shorter one stands", () => {
    for (let maxChars = 1; maxChars < 100; maxChars += 1) {
      for (const content of [[text("hi")], [text("a".repeat(500))], []]) {
        const store = maxChars % 2 ? new OutputStore() : undefined;
        const result = limited({ content, structuredContent }, { output: { maxChars }, store });
        expect(read(result).at(-1)).toMatch(/^(…|\(response truncated\)( The whole of it is #\w{8}\.)?)$/);
        expect(chars(result)).toBeLessThanOrEqual(maxChars);
      }
    }
    const small = { output: { maxChars: 20 } };
    expect(read(limited({ content: [text("hi")], structuredContent }, small))).toEqual(["hi", "…"]);
  });
});

test("what was left out of a list of blocks is kept and named", () => {
  const store = new OutputStore();
  const result = limited({ content: Array.from({ length: 300 }, (_, at) => text(`block ${at}`)) }, { store });
  const note = result.content.find((block) => block.text?.includes("left out"))?.text ?? "";
  const [ref = ""] = /#\w{8}/.exec(note) ?? [];
  expect(note).toBe(`[201 of 300 parts left out: ${ref}]`);
  expect(store.get(ref)).toContain("block 150");
});

const block = fc.oneof(
  fc.record({ type: fc.constant("text"), text: fc.string({ maxLength: 300, unit: "grapheme" }) }),
  fc.integer({ min: 0, max: 8000 }).map((size) => text("line of it\n".repeat(size / 10))),
  fc
    .integer({ min: 0, max: 4000 })
    .map((size) => ({ type: "image", mimeType: "image/png", data: "AAAA".repeat(size) })),
  fc.integer({ min: 0, max: 4000 }).map((size) => ({
    type: "resource",
    resource: {
      uri: "file:///a",
      mimeType: "application/json",
      blob: Buffer.from(JSON.stringify("b".repeat(size))).toString("base64"),
    },
  })),
  fc
    .integer({ min: 0, max: 9000 })
    .map((size) => ({ type: "resource_link", uri: "file:///b", name: "b", description: '"'.repeat(size) })),
);

test("laws: within the limit, twice changes nothing, the client's schema holds, nothing given is changed", () => {
  const options = { output: { maxUtf16: 2000 }, maxMediaChars: 10_000 };
  fc.assert(
    fc.property(fc.array(block, { maxLength: 150 }), fc.option(fc.json(), { nil: undefined }), (content, json) => {
      const structured = json === undefined ? {} : { structuredContent: { value: JSON.parse(json) } };
      const result: Result = { content, ...structured };
      const before = JSON.stringify(result);
      const after = limited(result, options);
      expect(chars(after)).toBeLessThanOrEqual(2000);
      expect(after.content.length).toBeLessThanOrEqual(101);
      expect(JSON.stringify(after.structuredContent ?? {}).length).toBeLessThanOrEqual(2000);
      expect(limited(after, options)).toBe(after);
      expect(CallToolResultSchema.safeParse(after).success).toBe(true);
      expect(JSON.stringify(result)).toBe(before);
    }),
    { numRuns: 200 },
  );
});
