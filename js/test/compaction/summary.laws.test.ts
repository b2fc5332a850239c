// Style "summary": older exchanges leave, and a message that says what they did stands for them.
import { type Compaction, compactMessages } from "tooltrim";
import { extractToolCalls } from "tooltrim/messages";
import { describe, expect, test, vi } from "vitest";
import { formats } from "../../../tests/conversations/index.mjs";
import { all, type Loose } from "../messages/support.js";
import { testLaws } from "./laws.js";
import { cases, HEAD, told, withSummaries } from "./support.js";

vi.setConfig({ testTimeout: 120_000 });

const ACKNOWLEDGED = "Acknowledged previous context.";
const folded = ({ report }: Compaction<object>) => report.exchanges.filter(({ rung }) => rung === "folded");

/** Messages that are not those that came, with a text of which `says` is the beginning. */
const saying = (compaction: Compaction<object>, says: string) =>
  compaction.edits.flatMap((edit: Loose) => (JSON.stringify(edit.message ?? "").includes(says) ? [edit.message] : []));

describe.each(formats)("$name", (format) => {
  const drawn = cases(format, 6, undefined, withSummaries);
  testLaws(format, drawn);

  test("one summary, said by whom the options name, and answered when they say so", () => {
    all(drawn(), ({ messages, options }) => {
      const compaction = compactMessages(messages, options);
      const [summaries, answers] = [saying(compaction, HEAD), saying(compaction, ACKNOWLEDGED)];
      const byUser = options.summaryRole !== "assistant";
      const some = folded(compaction).length > 0;
      expect([summaries.length, answers.length], told(options)).toEqual([
        some ? 1 : 0,
        some && byUser && options.acknowledge ? 1 : 0,
      ]);
      const roles = byUser ? ["user", "human", "HumanMessage", 1] : ["assistant", "model", "ai", "AIMessage", 2];
      const role = (message: Loose) => message.role ?? message.type ?? message.id?.at(-1);
      for (const message of summaries)
        expect(roles).toContain(role(message) === "constructor" ? message.id[2] : role(message));
    });
  });
  test("exchanges that the report has as folded are gone, and no others", () => {
    all(drawn(), ({ messages, options }) => {
      const compaction = compactMessages(messages, options);
      const idsOf = (list: readonly object[]) =>
        extractToolCalls(list, { format: format.detects }).map(({ callId }) => callId);
      const gone = folded(compaction).length;
      expect(idsOf(compaction.messages).length, told(options)).toBe(idsOf(messages).length - gone);
    });
  });
  test("redact goes over the summary", () => {
    all(drawn(), ({ messages, options }) => {
      const redact = (text: string) => text.replaceAll(/src|npm|README/g, "***");
      const compaction = compactMessages(messages, { ...options, redact });
      for (const message of saying(compaction, HEAD)) expect(JSON.stringify(message)).not.toMatch(/src|npm|README/);
      expect(JSON.stringify((compaction.state as Loose).summary ?? "")).not.toMatch(/src|npm|README/);
    });
  });
});
