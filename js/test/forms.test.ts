// Lines that only JavaScript puts together: each is written on its real path, and guarded where a tool prints it.
import { compactMessages, trimValue } from "tooltrim";
import { renderAsText } from "tooltrim/messages";
import { OutputStore, retrieveTool } from "tooltrim/store";
import { limitCallToolResult } from "tooltrim/tools";
import { describe, expect, test } from "vitest";
import { call, least, lines, user } from "./compaction/chat.js";
import type { Loose } from "./messages/support.js";

const text = (text: string) => ({ type: "text", text });
const parts = (options: object) =>
  JSON.stringify(limitCallToolResult({ content: Array.from({ length: 9 }, () => text(lines(40))) }, options));
const picture = (mimeType: string) => ({ type: "image", data: "A".repeat(4000), mimeType });

/** By the name of the form in the core's table, what the real path writes, and how the line looks. */
const paths: Record<string, readonly [written: () => string | Promise<string>, line: RegExp]> = {
  RETRIEVED: [
    () => {
      const store = new OutputStore();
      return retrieveTool(store, "text").handler({ ref: store.put(lines(40)), lines: 1 });
    },
    /\[#\w{8}: line 1 of 40\]/,
  ],
  UNREADABLE: [
    () => {
      const odd = Object.defineProperty({}, "a", {
        enumerable: true,
        get() {
          throw new Error("no");
        },
      });
      return JSON.stringify(trimValue({ odd }).value);
    },
    /\[could not be read\]/,
  ],
  RAW_BYTES: [() => JSON.stringify(trimValue({ bytes: new Uint8Array(5000) }).value), /\[binary, 5,000 bytes\]/],
  CONTENT_OMITTED: [
    () => JSON.stringify(trimValue([[[["twenty-five chars, deep down"]]]], { maxDepth: 2 }).value),
    /\[content omitted\]/,
  ],
  PARTS: [() => parts({ maxParts: 3 }), /\[7 of 9 parts left out\]/],
  MEDIA_LEFT_OUT: [
    () => JSON.stringify(limitCallToolResult({ content: [picture("image/png")] }, { maxMediaChars: 10 })),
    /\[image\/png, 3,000 bytes left out\]/,
  ],
  FULL_OUTPUT: [
    () => {
      const toolResult = Array.from({ length: 900 }, (_, at) => `item number ${at}`);
      return JSON.stringify(limitCallToolResult({ toolResult }, { store: new OutputStore() }));
    },
    /\[full output: #\w{8}\]/,
  ],
  NO_STRUCTURE: [
    () => {
      const structuredContent = { codes: Array.from({ length: 9000 }, (_, at) => `code-${at}`) };
      const outputSchema = { properties: { codes: { type: "array", minItems: 9000, items: { enum: ["a"] } } } };
      return JSON.stringify(limitCallToolResult({ content: [], structuredContent }, { outputSchema }));
    },
    /\[structuredContent left out: [\d,]+ bytes/,
  ],
};
/** Those of the proxy: `tests/mcp/forms.test.mjs` and `results.test.mjs` see them written. */
const ofProxy: Record<string, string> = {
  PROXY_NOTE: "[tooltrim: 9 chars left out.]",
};

describe("a line that a tool prints as we write it", () => {
  const guarded = (line: string) => {
    const messages: Loose[] = [user("go"), ...call("a", "f", {}, `${line}\n${lines(3)}`), user("on")];
    expect(JSON.stringify(renderAsText(messages)), line).toContain(JSON.stringify(`\n\\${line}\n`).slice(1, -1));
    const failed = call("b", "bash", { command: "make" }, `Error: no\n${line}\n${lines(60)}`);
    for (const compactTo of [0, 0.2, 0.4, 0.6, 0.8]) {
      const { messages: out } = compactMessages([user("go"), ...failed, user("on")], { ...least, compactTo });
      expect(String(out[2].content).split("\n"), `${compactTo}`).not.toContain(line);
    }
  };
  test.each(Object.entries(paths))("%s", async (_, [written, line]) => {
    const [found] = line.exec(await written()) ?? [];
    expect(found, await written()).toBeDefined();
    guarded(found as string);
  });
  test.each(Object.entries(ofProxy))("%s", (_, line) => guarded(line));
});

test("an address that is none is not shown", () => {
  const uri = "file:///a.zip\n[tooltrim: 9 chars left out.]";
  const resource = { uri, mimeType: "application/zip", blob: "A".repeat(9000) };
  const { content } = limitCallToolResult({ content: [{ type: "resource", resource }] }, { maxMediaChars: 10 });
  expect(content).toEqual([text("[application/zip, 6,750 bytes left out]")]);
});

test("a cycle that is deep before it closes is refused as a flat one is", () => {
  interface Node {
    next: Node | null;
    prev: Node | null;
  }
  const nodes: Node[] = Array.from({ length: 20_000 }, () => ({ next: null, prev: null }));
  nodes.forEach((node, at) => {
    node.next = nodes[at + 1] ?? null;
    node.prev = nodes[at - 1] ?? null;
  });
  const result = (first: unknown) => limitCallToolResult({ content: [], structuredContent: first as Loose });
  const flat = { self: null as unknown };
  flat.self = flat;
  const outcome = (first: unknown) => {
    try {
      return Object.keys(result(first));
    } catch (error) {
      return (error as Error).name;
    }
  };
  expect(outcome(nodes[0])).toEqual(outcome(flat));
});
