// Rescue in JavaScript: the text stays here, and only what was rescued comes back. The results themselves are golden.
import { TooltrimError, type TrimOptions, trim } from "tooltrim";
import { expect, test } from "vitest";

const info = (line: number) => `2026-03-12 05:27:${line % 60} INFO jobs.storage stored part ${line}\n`;
const log = (lines: number, ...failures: string[]) =>
  Array.from({ length: lines }, (_, line) => info(line) + (line === lines >> 1 ? failures.join("") : "")).join("");

const block =
  "error[E0382]: borrow of moved value: `queue`\n   --> src/cart.rs:240:5\n    |\n240 |     queue(cache);\n";

test("the failure in the middle is there, and each gap says how many lines are missing", () => {
  const text = log(500, block);
  const trimmed = trim(text, { maxChars: 1000, count: ["lines"] });
  expect(trimmed.text).toContain(block);
  expect(trimmed.text.length).toBeLessThanOrEqual(1000);
  const missing = [...trimmed.text.matchAll(/^\[… ([\d,]+) lines?(?:, [\d,]+ chars)?\]$/gm)].map(([, lines]) =>
    Number(lines),
  );
  expect(missing.length).toBe(2);
  expect(missing.reduce((sum, lines) => sum + lines, 0)).toBe(trimmed.omitted.lines);
});

test("a text that fits is the very input", () => {
  const text = log(5, block);
  expect(trim(text, { maxChars: 4000, rescue: true }).text).toBe(text);
});

test("a token counter's limit holds, and rescued lines are in it", () => {
  const counted: string[] = [];
  const tokens = (text: string) => {
    counted.push(text);
    return Math.ceil(text.length / 3);
  };
  const trimmed = trim(log(500, block), { maxTokens: 300, tokens, rescue: true });
  expect(trimmed.text).toContain("src/cart.rs:240:5");
  expect(Math.ceil(trimmed.text.length / 3)).toBeLessThanOrEqual(300);
  expect(counted.length).toBeLessThanOrEqual(8);
});

test("surrogate pairs and lone surrogates around a rescued line stay as they are", () => {
  const lone = "\ud83d lone\n";
  const text = lone + log(400, "error: \u{1f680} not found\n") + lone;
  const trimmed = trim(text, { maxChars: 600, rescue: true });
  expect(trimmed.text.startsWith(lone)).toBe(true);
  expect(trimmed.text.endsWith(lone)).toBe(true);
  expect(trimmed.text).toContain("error: \u{1f680} not found\n");
});

test.each([
  [3, "rescue: 3 is not true, false or an object"],
  [{ share: 2 }, "rescue.share: 2 is not a number from 0 to 1"],
  [{ include: "error" }, 'rescue.include: "error" is not a list of strings, none of them empty'],
  [{ exclude: [""] }, 'rescue.exclude: [""] is not a list of strings, none of them empty'],
  [{ most: 1 }, "rescue.most: is not an option; known are share, include, exclude"],
])("rescue: %j is refused", (rescue, message) => {
  const refused = () => trim("a", { rescue } as unknown as TrimOptions);
  expect(refused).toThrow(TooltrimError);
  expect(refused).toThrow(expect.objectContaining({ code: "INVALID_OPTION", message }));
});
