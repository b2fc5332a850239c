// Large texts are never copied to be read: looked at from a process of its own.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { extractToolCalls, repairMessages, validateMessages } from "tooltrim/messages";
import { expect, test } from "vitest";

const MEGABYTE = 1024 * 1024;

test("of 300 MB of arguments and results, not one goes into WebAssembly or onto the heap", () => {
  const script = fileURLToPath(new URL("large.mjs", import.meta.url));
  const found = JSON.parse(execFileSync(process.execPath, ["--expose-gc", script], { encoding: "utf8" }));
  expect(found).toMatchObject({ found: ["anthropic", 3, 0, 1], same: true });
  expect(found.units).toBeGreaterThan(300_000_000);
  for (const kind of ["wasm", "buffers", "heap"]) expect(found[kind], kind).toBeLessThan(MEGABYTE);
}, 120_000);

test("a result that is one text is handed on, however long", () => {
  const result = "x".repeat(2 ** 28);
  const messages = [
    { role: "user", content: "?" },
    { role: "assistant", tool_calls: [{ id: "a", type: "function", function: { name: "f", arguments: "{}" } }] },
    { role: "tool", tool_call_id: "a", content: result },
  ];
  expect(extractToolCalls(messages)[0]?.result === result).toBe(true);
  expect(validateMessages(messages)).toEqual([]);
  expect(repairMessages(messages.slice(1)).messages.at(-1)).toBe(messages[2]);
});

test("a long conversation takes memory for its calls, not for its texts", () => {
  const turn = (at: number) => [
    { role: "assistant", content: [{ type: "tool_use", id: `t${at}`, name: "f", input: { at } }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: `t${at}`, content: "y".repeat(1000) }] },
  ];
  const messages = [{ role: "user", content: "?" }, ...Array.from({ length: 20_000 }, (_, at) => turn(at)).flat()];
  expect(validateMessages(messages)).toEqual([]);
  expect(extractToolCalls(messages)).toHaveLength(20_000);
  const cut = repairMessages(messages.slice(0, -1));
  expect(cut.repairs).toHaveLength(1);
  expect(cut.messages).toHaveLength(messages.length);
});
