// Data that a client leaves for a provider: in VS Code a data part whose type is none of media, such as
// `cache_control`.
import { compactMessages } from "tooltrim";
import { extractToolCalls, validateMessages } from "tooltrim/messages";
import { expect, test } from "vitest";
// @ts-expect-error: it has no declarations
import * as classes from "../../../tests/conversations/vscode-classes.mjs";
import type { Loose } from "../messages/support.js";

const { LanguageModelChatMessage: Message, LanguageModelTextPart: Text, LanguageModelDataPart: Data } = classes;
const { LanguageModelToolCallPart: Call, LanguageModelToolResultPart: Result } = classes;
const mark = () => new Data(new TextEncoder().encode("ephemeral"), "cache_control");
const picture = () => new Data(Uint8Array.of(137, 80, 78, 71), "image/png");

const conversation = (more: () => Loose[]): Loose[] => [
  Message.User([new Text("Go."), ...more()]),
  ...Array.from({ length: 20 }, (_, at) => [
    Message.Assistant([new Call(`c${at}`, "read_file", { path: `src/${at}.ts` }), ...more()]),
    Message.User([new Result(`c${at}`, [new Text("line\n".repeat(400)), ...more()]), ...more()]),
  ]).flat(),
];
const sizes = (messages: Loose[]) => compactMessages(messages, { window: { tokens: 1e9 } }).report.before;

test("counts nothing, and is valid", () => {
  const [plain, marked] = [conversation(() => []), conversation(() => [mark()])];
  expect(sizes(marked)).toEqual(sizes(plain));
  expect(sizes(conversation(() => [picture()])).tokens).toBeGreaterThan(sizes(plain).tokens + 60 * 1600);
  expect(validateMessages(marked)).toEqual([]);
  expect(extractToolCalls(marked).map(({ result }) => result)).toEqual(
    extractToolCalls(plain).map(({ result }) => result),
  );
});

test("no line takes its place, and it stays where it stands", () => {
  for (const style of ["mask", "summary"] as const) {
    const marked = conversation(() => [mark()]);
    const options = { window: { tokens: 9000 }, style, recentCallsToKeep: 1, repeats: "keep" } as const;
    const { messages, changed, report } = compactMessages(marked, options);
    expect(changed && !report.overTarget).toBe(true);
    expect(JSON.stringify(messages)).not.toContain("[cache_control");
    const isMark = (part: Loose) => part.mimeType === "cache_control";
    const without = messages.filter(({ content }) => ![...content].some(isMark));
    expect(without.map(({ content }) => [...content].map((part: Loose) => part.value?.slice(0, 20)))).toEqual(
      style === "mask" ? [] : [["[Earlier in this ses"]],
    );
    expect(messages[0]).toBe(marked[0]);
  }
});
