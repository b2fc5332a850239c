// Rescue in JavaScript: the text stays here, and only what was rescued comes back. The results themselves are golden.
import { TooltrimError, type TrimOptions, TrimStream, trim } from "tooltrim";
import { expect, test } from "vitest";

const info = (line: number) => `2026-03-12 05:27:${line % 60} INFO jobs.storage stored part ${line}\n`;
const log = (lines: number, ...failures: string[]) =>
  Array.from({ length: lines }, (_, line) => info(line) + (line === lines >> 1 ? failures.join("") : "")).join("");

const block =
  "error[E0382]: borrow of moved value: `queue`\n   --> src/cart.rs:240:5\n    |\n240 |     queue(cache);\n";

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

test.each(["trim", "TrimStream"])("lone surrogates in rescued lines stay what they are: %s", (by) => {
  const failures = Array.from(
    { length: 40 },
    (_, at) => `ERROR ${at}: \udc00\ufffd${at % 3 ? "\ud83d" : "\u{1f680}"} not found\n`,
  );
  const text = log(4000, ...failures, "plain\n");
  for (let maxChars = 300; maxChars < 3000; maxChars += 90) {
    const { text: shown, kept } = by === "trim" ? trim(text, { maxChars }) : streamed(text, { maxChars });
    let from = 0;
    for (const [start, end] of kept) {
      const at = shown.indexOf(text.slice(start, end), from);
      expect(at, `${maxChars}: ${JSON.stringify(text.slice(start, end))}`).toBeGreaterThanOrEqual(from);
      from = at + end - start;
    }
    expect(shown).toContain("\udc00\ufffd");
  }
});

const streamed = (text: string, options: TrimOptions) => {
  const stream = new TrimStream(options);
  for (let at = 0; at < text.length; at += 997) stream.push(text.slice(at, at + 997));
  return stream.finish();
};

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
