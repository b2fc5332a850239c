// Tools of VS Code, with classes as its extension host has them.

import { limitVsCodeTool, type VsCodeLimitOptions } from "tooltrim/tools";
import { describe, expect, test } from "vitest";
import type { LanguageModelTool, LanguageModelToolInvocationOptions, LanguageModelToolResult } from "vscode";
// @ts-expect-error: no declarations
import * as classes from "../../../tests/conversations/vscode-classes.mjs";
import { expectLimited, LIMIT, LONG, MARKER, rejection, rows, ShopError } from "./support.js";

const { LanguageModelDataPart, LanguageModelPromptTsxPart, LanguageModelTextPart } = classes;
type Part = { readonly value?: unknown; readonly data?: Uint8Array; readonly mimeType?: string };

class ToolResult {
  constructor(readonly content: unknown[]) {}
}
const tool = (run: () => unknown[]) => ({
  async invoke(_options: object, _token: unknown) {
    return new ToolResult(run());
  },
});
const invocation = (tokenizationOptions?: object) => ({
  input: {},
  toolInvocationToken: undefined,
  tokenizationOptions,
});

async function partsOf(parts: unknown[], options?: VsCodeLimitOptions, tokenization?: object): Promise<Part[]> {
  const result = await limitVsCodeTool(
    tool(() => parts),
    options,
  ).invoke(invocation(tokenization), {});
  expect(result).toBeInstanceOf(ToolResult);
  return result.content as Part[];
}

/** What a part says, as a model reads it. */
function read(part: Part): string {
  if (part.data) return Buffer.from(part.data).toString();
  if (typeof part.value === "string") return part.value;
  const texts: string[] = [];
  JSON.stringify(part.value, (key, value) => {
    if (key === "text") texts.push(value);
    return value;
  });
  return texts.join("\n");
}
const chars = (parts: Part[]) => parts.map(read).join("").length;

const tree = (...texts: string[]) => ({
  node: {
    type: 1,
    ctor: 3,
    children: [
      { type: 1, ctor: 2, ctorName: "Log", props: {}, children: texts.map((text) => ({ type: 2, text, priority: 5 })) },
      { type: 3, value: { some: "opaque" } },
    ],
  },
});

describe("parts", () => {
  test("text parts share the limit and keep their class and audience", async () => {
    const parts = await partsOf([new LanguageModelTextPart(LONG, ["user"]), new LanguageModelTextPart(LONG)]);
    expect(parts.every((part) => part instanceof LanguageModelTextPart)).toBe(true);
    expect(chars(parts)).toBeLessThanOrEqual(LIMIT);
    expect(read(parts[0] as Part)).toContain(MARKER);
    expect((parts[0] as { audience?: unknown }).audience).toEqual(["user"]);
  });

  test("JSON in a data part stays JSON", async () => {
    for (const mimeType of ["text/x-json", "application/json"]) {
      const [part] = await partsOf([LanguageModelDataPart.json({ items: rows() }, mimeType)]);
      expect(part).toBeInstanceOf(LanguageModelDataPart);
      expect(part?.mimeType).toBe(mimeType);
      expect(JSON.parse(read(part as Part)).items.at(-1).id).toBe(1999);
      expect(chars([part as Part])).toBeLessThanOrEqual(LIMIT);
    }
  });

  test("pictures stay whole; other bytes, and too many, become a line", async () => {
    const picture = LanguageModelDataPart.image(new Uint8Array(9000), "image/png");
    const zip = new LanguageModelDataPart(new Uint8Array(9000), "application/zip");
    const parts = await partsOf([picture, zip, new LanguageModelTextPart("end")]);
    expect(parts[0]).toBe(picture);
    expect(parts[1]).toEqual(new LanguageModelTextPart("[application/zip, 9,000 bytes left out]"));
    const [alone] = await partsOf([zip]);
    expect(alone).toBeInstanceOf(LanguageModelDataPart);
    expect([alone?.mimeType, read(alone as Part)]).toEqual(["text/plain", "[application/zip, 9,000 bytes left out]"]);
    const [given] = await partsOf([zip], { textPart: LanguageModelTextPart });
    expect(given).toBeInstanceOf(LanguageModelTextPart);
  });

  test("a part of prompt-tsx keeps its tree, with a limited text in it", async () => {
    const value = tree(LONG, LONG);
    const [part] = await partsOf([new LanguageModelPromptTsxPart(value)]);
    expect(part).toBeInstanceOf(LanguageModelPromptTsxPart);
    expect(chars([part as Part])).toBeLessThanOrEqual(LIMIT);
    const after = part?.value as typeof value;
    expect(after.node.children[1]).toEqual(value.node.children[1]);
    expect(after.node.children[0]).toMatchObject({ ctorName: "Log" });
    expect(value).toEqual(tree(LONG, LONG));
  });

  test("a thousand parts are limited, and it is said how many there were", async () => {
    const parts = await partsOf(Array.from({ length: 1000 }, () => new LanguageModelTextPart("four")));
    expect(parts.length).toBe(100);
    expect(parts.map(read)).toContain("[901 of 1,000 parts left out]");
  });

  test("what fits, and what is no result, is the very same", async () => {
    const result = new ToolResult([new LanguageModelTextPart("short"), { of: "another kind" }]);
    expect(await limitVsCodeTool({ invoke: async () => result }).invoke()).toBe(result);
    expect(await limitVsCodeTool({ invoke: () => undefined }).invoke()).toBeUndefined();
  });
});

describe("the token budget", () => {
  /** A tokenizer that counts far more than any estimate. */
  const perChar = { countTokens: async (text: string) => text.length };

  test("holds as countTokens counts", async () => {
    for (const tokenBudget of [2000, 300, 40, 3, 0]) {
      const parts = [new LanguageModelTextPart(LONG), new LanguageModelTextPart(LONG)];
      const after = await partsOf(parts, {}, { tokenBudget, ...perChar });
      expect(chars(after)).toBeLessThanOrEqual(tokenBudget);
      if (tokenBudget >= 300) expect(chars(after)).toBeGreaterThan(tokenBudget / 4);
    }
  });

  test("what just fits is not cut, although the estimate says that it does not", async () => {
    const text = "a quick brown fox ".repeat(100);
    const tokenization = { tokenBudget: 400, countTokens: async () => 400 };
    const part = new LanguageModelTextPart(text);
    expect((await partsOf([part], {}, tokenization))[0]).toBe(part);
  });

  test("where it cannot be counted, the estimate stands", async () => {
    const countTokens = () => Promise.reject(new Error("no tokenizer"));
    const after = await partsOf([new LanguageModelTextPart(LONG)], {}, { tokenBudget: 300, countTokens });
    expect(chars(after)).toBeLessThan(1500);
    expect(chars(after)).toBeGreaterThan(300);
  });

  test("a huge text is not given to the tokenizer", async () => {
    let most = 0;
    const countTokens = async (text: string) => {
      most = Math.max(most, text.length);
      return text.length / 4;
    };
    await partsOf([new LanguageModelTextPart(LONG.repeat(100))], {}, { tokenBudget: 1000, countTokens });
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThan(10_000);
  });
});

test("an instance of a class keeps its private fields, and prepareInvocation its own this", async () => {
  class ReadLog implements LanguageModelTool<{ path: string }> {
    #log = LONG;
    async invoke({ input }: LanguageModelToolInvocationOptions<{ path: string }>): Promise<LanguageModelToolResult> {
      if (input.path === "fail") throw new ShopError(this.#log);
      return new ToolResult([new LanguageModelTextPart(input.path + this.#log)]) as LanguageModelToolResult;
    }
    prepareInvocation() {
      return { invocationMessage: this.#log.slice(0, 6) };
    }
  }
  const limited = limitVsCodeTool(new ReadLog());
  const run = (path: string) => limited.invoke({ input: { path }, toolInvocationToken: undefined });
  expect(limited).toBeInstanceOf(ReadLog);
  expect(limited.prepareInvocation()).toEqual({ invocationMessage: "a line" });
  expect(read((await run("a.log")).content[0] as Part).startsWith("a.loga line")).toBe(true);
  expectLimited(await rejection(run("fail")));
});

test("a cancellation is thrown on", async () => {
  class CancellationError extends Error {
    constructor() {
      super("Canceled");
      this.name = this.message;
    }
  }
  const stopped = new CancellationError();
  expect(await rejection(limitVsCodeTool({ invoke: () => Promise.reject(stopped) }).invoke())).toBe(stopped);
});
