// Real sessions, compacted to a half, a fifth and a tenth.
import { type Compaction, compactMessages } from "tooltrim";
import { applyEdits, validateMessages } from "tooltrim/messages";
import { describe, expect, test, vi } from "vitest";
import { type Call, callsIn } from "../messages/readers.js";
import { type Loose, noSessions, type SessionFile, sessions } from "../messages/support.js";
import { expectSaid, HEAD } from "./support.js";

vi.setConfig({ testTimeout: 120_000 });

const loaded = new Map<string, object[]>();
const load = (session: SessionFile) => {
  const messages = loaded.get(session.name) ?? session.load();
  loaded.set(session.name, messages);
  return messages;
};
const sizeOf = (messages: object[]) => compactMessages(messages, { window: { chars: 1e12 } }).report.before.chars;
const shares = [0.5, 0.2, 0.1];

const styles = ["mask", "summary"] as const;
type Done = { share: number; messages: object[]; calls: Call[]; options: Loose } & Compaction<object>;

const done = new Map<string, Done[]>();
/** All ways to compact a session. */
function ways(session: SessionFile, style: (typeof styles)[number]): Done[] {
  const key = `${style} ${session.name}`;
  const known = done.get(key);
  if (known) return known;
  const messages = load(session);
  const window = { chars: sizeOf(messages) };
  const made = shares.map((compactTo) => {
    const options = { window, compactTo, style, format: session.format };
    const compaction = compactMessages(messages, options);
    const { edits, report, notice, state, changed, messages: out } = compaction;
    const calls = callsIn(out);
    return { share: compactTo, messages: out as object[], calls, options, edits, report, notice, state, changed };
  });
  done.set(key, made);
  return made;
}

// A runner has to have something to skip.
const none: SessionFile = { name: "none", folder: "chat", format: "openai-chat", load: () => [] };
const files = noSessions ? [none] : sessions;

describe.skipIf(noSessions)(`real sessions${noSessions ? `: skipped, ${noSessions}` : ""}`, () => {
  describe.each(styles)("style %s", (style) => {
    test.each(files)("$name", (session) => {
      const messages = load(session);
      const before = callsIn(messages);
      const problems = validateMessages(messages, { format: session.format });
      for (const { share, messages: out, calls, options, edits, report, notice } of ways(session, style)) {
        const told = `${share}`;
        expect(notice, told).not.toBeNull();
        expect(report.overTarget, told).toBe(report.after.chars > Math.floor(options.window.chars * share));
        expectSaid(out, messages, options);
        expect(validateMessages(out, { format: session.format }).length, told).toBeLessThanOrEqual(problems.length);
        expect(applyEdits(messages, edits)).toEqual(out);
        const text = JSON.stringify(out);
        // A summary has so many tokens: it names the first files, and how many more there are.
        if (style === "mask") {
          // A command may have gone to its folder first, or name only where a file went.
          const nameOf = (path: string) => JSON.stringify(path.split(/[/\\]/).at(-1)).slice(1, -1);
          for (const { path } of report.edited) expect(text, told).toContain(nameOf(path));
          // A summary that stands where not even lines fit counts failures.
          for (const line of calls.length === before.length ? report.openFailures : []) {
            const shown = [line, `\\${line}`].map((each) => JSON.stringify(each).slice(1, -1));
            expect(
              shown.some((each) => text.includes(each)),
              `${told} ${line}`,
            ).toBe(true);
          }
          // At half, exchanges leave only where recent results have to shrink.
          const isShort = report.exchanges.some(({ reason, rung }) => reason === "recent" && rung !== "full");
          if (share >= 0.5 && !isShort) expect(calls.length, told).toBe(before.length);
          if (calls.length === before.length) failuresStay(before, calls, told);
        }
        const left = report.exchanges.filter(({ rung }) => rung !== "folded").map(({ id }) => id);
        expect(calls.map(({ id }) => id)).toEqual(left);
        expect(text.includes(HEAD), told).toBe(left.length < before.length);
      }
    });
  });

  test.each(files)("$name: untouched messages are the same objects", (session) => {
    const messages = load(session);
    for (const { messages: out, edits } of ways(session, "mask")) {
      // Where exchanges leave, messages are put in as well.
      if (edits.some((edit) => "insert" in edit)) continue;
      const named = edits.map((edit: Loose) => edit.text ?? edit.set ?? edit.drop).map((path) => path.split("/"));
      const touched = new Set(named.map(([, at]) => Number(at)));
      const dropped = new Set(named.filter((path) => path.length === 2).map(([, at]) => Number(at)));
      const left = messages.flatMap((message, at) => (dropped.has(at) ? [] : [{ message, at }]));
      expect(out.length).toBe(left.length);
      for (const [place, { message, at }] of left.entries()) expect(out[place] === message).toBe(!touched.has(at));
    }
  });
});

/** Of each failure that the format tells of there is a line below the fact, and it is one of its own. */
function failuresStay(before: readonly Call[], after: readonly Call[], told: string): void {
  for (const [at, { isError, result }] of before.entries()) {
    const now = after[at]?.result ?? "";
    if (!isError || now === result || result.trim() === "") continue;
    const [fact, ...said] = now.split("\n");
    const lines = result.split(/\r?\n/);
    const own = said.map((line) => line.replace(/^\\/, ""));
    const quotes = own.some((line) => line !== "" && lines.some((each) => each.startsWith(line.trimEnd())));
    expect(quotes, `${told} ${fact} of ${JSON.stringify(result.slice(0, 300))}`).toBe(true);
  }
}
