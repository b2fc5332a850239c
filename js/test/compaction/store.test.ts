// Compaction with a store: what is taken away is kept, what stands in its place says where, and all else holds as
// without one.
import { isDeepStrictEqual } from "node:util";
import { type CompactOptions, Compactor, CompactorPool, compactMessages, compactMessagesAsync } from "tooltrim";
import { applyEdits, extractToolCalls, type MessageFormat, validateMessages } from "tooltrim/messages";
import { OutputStore } from "tooltrim/store";
import { describe, expect, test, vi } from "vitest";
import { formats } from "../../../tests/conversations/index.mjs";
import { over, summaries, window } from "../compaction-async/support.js";
import { all, copied, type Loose, noSessions, type SessionFile, sessions } from "../messages/support.js";
import { refOf } from "../support/refs.js";
import { least, lines, read, resultOf, run, says, user } from "./chat.js";
import { cases, expectSaid, HEAD, marks, told, unitOf, weight, withSummaries } from "./support.js";

vi.setConfig({ testTimeout: 120_000 });

const large = () => new OutputStore({ maxBytes: 256 * 1024 * 1024 });
const parsed = <T>(value: T): T => JSON.parse(JSON.stringify(value));
/** Results up to this many units are never rewritten. */
const TINY = 200;

/** The ref that stands in the place of a result: of a fact at its end, of what was trimmed in its markers. */
const namedIn = (result: string) =>
  /^\[Earlier: [^\n]*, (#\w{8})[)\]]/.exec(result)?.[1] ?? /; full text: (#\w{8})[)\]]/.exec(result)?.[1];

/** The refs of the results that a summary is about: it names one, or a list of them. */
function refsOf(text: string, store: OutputStore): string[] {
  const [, ref] = /\n- Full results, in order: (#\w{8})(?:\n|$)/.exec(text) ?? [];
  if (ref === undefined) return [];
  const rows = store.get(ref).split("\n").slice(0, -1);
  const isList = rows.length > 1 && rows.every((row) => /^#\w{8} [A-Z]/.test(row));
  return isList ? rows.map((row) => row.slice(0, 9)) : [ref];
}

const resultsOf = (messages: readonly unknown[], format: MessageFormat | undefined) =>
  extractToolCalls(messages, { format }).map(({ result }) => result);

/**
 * Each result that is not what it was is in the store, whole, under the ref that its place names. Answers how many
 * there were.
 */
function expectKept(before: readonly string[], after: readonly string[], store: OutputStore, why: string): number {
  expect(after.length, why).toBe(before.length);
  let count = 0;
  for (const [at, was] of before.entries()) {
    const now = after[at] ?? "";
    if (now === was) continue;
    const ref = namedIn(now);
    expect(ref, `${why} ${JSON.stringify(now)}`).toBeDefined();
    expect(store.get(ref as string), why).toBe(was);
    count += 1;
  }
  return count;
}

describe.each(formats)("$name", (format) => {
  const drawn = {
    mask: cases(format, 5, undefined, undefined),
    summary: cases(format, 5, undefined, withSummaries),
  };

  describe.each(["mask", "summary"] as const)("style %s", (style) => {
    test("what went is kept, byte for byte, and its place names the ref", () => {
      let count = 0;
      all(drawn[style](), ({ messages, options }) => {
        const store = large();
        const { messages: out, report } = compactMessages(messages, { ...options, store });
        const before = resultsOf(messages, format.detects);
        const after = resultsOf(out, format.detects);
        const folded = report.exchanges.map(({ rung }) => rung === "folded");
        count += expectKept(
          before.filter((_, at) => !folded[at]),
          after,
          store,
          told(options),
        );
        const gone = before.filter((result, at) => folded[at] && result.length > TINY);
        if (gone.length === 0) return;
        const text = JSON.stringify(out).replaceAll("\\n", "\n").replaceAll('"', "\n");
        const kept = new Set(refsOf(text, store).map((ref) => store.get(ref)));
        expect(kept.size, told(options)).toBeGreaterThan(0);
        for (const result of gone) expect(kept.has(result), told(options)).toBe(true);
        count += gone.length;
      });
      expect(count).toBeGreaterThan(0);
    });

    test("the laws hold as without a store", () => {
      all(drawn[style](), ({ messages, options: given }) => {
        const options = { ...given, store: large() };
        const once = compactMessages(messages, options);
        const { messages: out, report, edits, changed, notice } = once;
        const unit = unitOf(options);
        expectSaid(out, messages, given);
        expect(validateMessages(out, { format: format.detects }), told(given)).toEqual([]);
        expect(report.after[unit], told(given)).toBeLessThanOrEqual(report.before[unit]);
        if (unit === "chars") expect(weight(out), told(given)).toBeLessThanOrEqual(weight(messages));
        if (notice !== null) expect(report.overTarget, told(given)).toBe(report.after[unit] > marks(options).target);
        expect(isDeepStrictEqual(applyEdits(messages, edits), out)).toBe(true);
        expect(out === messages).toBe(!changed);
        const { mediaTokens } = options;
        const whole = { window: { chars: 1e12 }, format: format.detects, mediaTokens };
        const size = compactMessages(out, whole).report.before.chars;
        expect(size, told(given)).toBe(report.after.chars);
      });
    });

    test("a target that is met without a store is met with one, and the same is changed", () => {
      all(drawn[style](), ({ messages, options }) => {
        const without = compactMessages(messages, options);
        const once = compactMessages(messages, { ...options, store: large() });
        expect(once.report.overTarget && !without.report.overTarget, told(options)).toBe(false);
        const again = compactMessages(copied(messages), { ...options, store: large() });
        expect(isDeepStrictEqual(again.messages, once.messages), told(options)).toBe(true);
      });
    });

    test("what was compacted is not compacted again, with and without what was decided", () => {
      all(drawn[style](), ({ messages, options }) => {
        const store = large();
        const once = compactMessages(messages, { ...options, store });
        const { texts } = store.stats;
        expect(compactMessages(once.messages, { ...options, store }).edits, told(options)).toEqual([]);
        const again = compactMessages(once.messages, { ...options, store, state: once.state });
        expect(again.edits, told(options)).toEqual([]);
        // And what says that something was kept is itself nothing to keep.
        const cut = new Set(resultsOf(once.messages, format.detects));
        expect(store.stats.texts - texts, told(options)).toBeLessThanOrEqual(cut.size);
      });
    });

    test("after a restart the same goes out, with the same refs", () => {
      all(drawn[style](), ({ messages, options }) => {
        const store = large();
        const compactor = new Compactor({ ...options, store });
        const once = compactor.next(messages, { force: true });
        const state = parsed(compactor.state());
        const stores = {
          same: OutputStore.from(parsed(store.state()), { maxBytes: 256 * 1024 * 1024 }),
          fresh: new OutputStore(),
        };
        for (const [which, after] of Object.entries(stores)) {
          const restored = Compactor.from(state, { ...options, store: after });
          const same = restored.next(copied(messages));
          expect(isDeepStrictEqual(same.messages, once.messages), `${which} ${told(options)}`).toBe(true);
        }
        const elsewhere = new Compactor({ ...options, store: large() }).next(copied(messages), { force: true });
        expect(isDeepStrictEqual(elsewhere.messages, once.messages), told(options)).toBe(true);
      });
    });

    test("undo gives what came, and what is kept stays", () => {
      all(drawn[style](), ({ messages, options }) => {
        const store = large();
        const compactor = new Compactor({ ...options, store });
        const { report } = compactor.next(messages, { force: true });
        if (report.before[unitOf(options)] > 0.95 * marks(options).room) return;
        const { texts } = store.stats;
        expect(isDeepStrictEqual(compactor.undo().messages, messages), told(options)).toBe(true);
        expect(store.stats.texts).toBe(texts);
      });
    });
  });
});

const task = () => [
  user("go"),
  ...read("a", "a.ts"),
  ...run("b", "make", `Error: no rule\n${lines(80)}`),
  ...read("c", "c.ts", "tiny"),
  user("on"),
  says("ok"),
];

describe("refs", () => {
  test("stand in the facts, and not where a result was short", () => {
    const store = new OutputStore();
    const { messages: out } = compactMessages(task(), { ...least, store });
    expect(resultOf(out, "a")).toMatch(/^\[Earlier: [^\n]*, #\w{8}[)\]]/);
    expect(resultOf(out, "b")).toMatch(/^\[Earlier: [^\n]*, #\w{8}[)\]]/);
    expect(resultOf(out, "c")).toBe("tiny");
    expect(store.get(namedIn(resultOf(out, "a")))).toBe(lines(60, "a.ts"));
    expect(store.get(namedIn(resultOf(out, "b")))).toBe(`Error: no rule\n${lines(80)}`);
  });

  test("are the ones of texts that were trimmed with the same store before", () => {
    const store = new OutputStore();
    store.put("another");
    const ref = store.put(lines(60, "a.ts"));
    expect(resultOf(compactMessages(task(), { ...least, store }).messages, "a")).toContain(`, ${ref}`);
  });

  test("stay what they are when more steps are taken", () => {
    const store = new OutputStore();
    const compactor = new Compactor({ window: { chars: 12_000 }, recentCallsToKeep: 1, store });
    const messages: Loose[] = [user("go")];
    let steps = 0;
    const named = new Map<string, string>();
    for (let n = 0; n < 40; n += 1) {
      messages.push(...read(`call-${n}`, `src/${n}.ts`));
      const { messages: out, notice } = compactor.next(messages);
      if (notice !== null) steps += 1;
      for (const message of out) {
        const ref = message.role === "tool" ? namedIn(message.content) : undefined;
        if (!ref) continue;
        expect(named.get(message.tool_call_id) ?? ref).toBe(ref);
        named.set(message.tool_call_id, ref);
        expect(store.get(ref)).toBe(messages.find((each) => each.tool_call_id === message.tool_call_id).content);
      }
    }
    expect(steps).toBeGreaterThan(2);
    expect(named.size).toBeGreaterThan(20);
  });

  test("of exchanges that left stand in each later summary", () => {
    const store = new OutputStore();
    const options = { window: { chars: 12_000 }, recentCallsToKeep: 1, style: "summary", store } as const;
    const compactor = new Compactor(options);
    const messages: Loose[] = [user("go")];
    let steps = 0;
    for (let n = 0; n < 40; n += 1) {
      messages.push(...read(`call-${n}`, `src/${n}.ts`));
      const { messages: out, notice, report } = compactor.next(messages);
      if (notice === null) continue;
      steps += 1;
      const [summary = ""] = out.map(({ content }) => content).filter((text) => String(text).startsWith(HEAD));
      const kept = refsOf(summary, store).map((ref) => store.get(ref));
      const folded = report.exchanges.filter(({ rung }) => rung === "folded").map(({ id }) => id);
      expect(kept).toEqual(folded.map((id) => messages.find(({ tool_call_id }) => tool_call_id === id).content));
    }
    expect(steps).toBeGreaterThan(2);
  });

  test("are not named for what redact hid: what is kept is redacted, too", () => {
    const secret = "sk-0123456789";
    const store = new OutputStore();
    const redact = (text: string) => text.replaceAll(secret, "[hidden]");
    const content = lines(60).replace("line 30", secret);
    for (const style of ["mask", "summary"] as const) {
      const messages = [
        user("go"),
        ...read("a", "a.ts", content),
        ...read("b", "b.ts", content),
        user("on"),
        says("ok"),
      ];
      compactMessages(messages, { ...least, style, store, redact });
    }
    expect(store.stats.texts).toBe(1);
    expect(store.get(refOf(redact(content)))).toBe(redact(content));
    expect(JSON.stringify(store.state())).not.toContain(secret);
  });

  test("a store that is too small lets the oldest go and harms nothing", () => {
    const store = new OutputStore({ maxBytes: 3000 });
    const options = { ...least, store };
    const { messages: out } = compactMessages(task(), options);
    const [a, b] = ["a", "b"].map((id) => namedIn(resultOf(out, id)) as string);
    expect(() => store.get(a as string)).toThrow(expect.objectContaining({ code: "UNKNOWN_REF" }));
    expect(store.get(b as string)).toBe(`Error: no rule\n${lines(80)}`);
    expect(isDeepStrictEqual(compactMessages(task(), options).messages, out)).toBe(true);
  });

  test("what is no store is refused", () => {
    for (const store of [{}, null, "x", new Map()]) {
      const options = { ...least, store: store as never };
      for (const call of [() => compactMessages(task(), options), () => new Compactor(options)]) {
        expect(call).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
      }
    }
  });
});

describe("below the mark", () => {
  test("nothing is kept: the very input comes back", () => {
    const store = new OutputStore();
    const messages = task();
    expect(compactMessages(messages, { window: { chars: 1e6 }, store }).messages).toBe(messages);
    expect(store.stats.texts).toBe(0);
  });
});

describe("others that compact", () => {
  test("CompactorPool share a store, and a restart gives the same", () => {
    const store = new OutputStore();
    const options = { window: { chars: 3000 }, recentCallsToKeep: 0, store };
    const pool = new CompactorPool(options);
    const histories = ["one", "two"].map((name) => [
      user(name),
      ...read("a", `${name}.ts`),
      ...read("b", "b.ts"),
      says("ok"),
    ]);
    const outs = histories.map((messages) => pool.next(messages));
    for (const [at, { messages, changed }] of outs.entries()) {
      expect(changed).toBe(true);
      expect(expectKept(...both(histories[at] as Loose[], messages), store, `${at}`)).toBeGreaterThan(0);
    }
    const fresh = new OutputStore();
    const restored = new CompactorPool({ ...options, store: fresh, state: parsed(pool.state()) });
    for (const [at, messages] of histories.entries()) {
      expect(restored.next(copied(messages)).messages).toEqual(outs[at]?.messages);
    }
  });

  test("what a summariser wrote is followed by the refs", async () => {
    const store = new OutputStore();
    const options = { window, style: "summary", store, summarize: async () => "they looked at files" } as const;
    const compaction = await compactMessagesAsync<Loose>(over(), options);
    const [summary = ""] = summaries(compaction);
    expect(summary).toContain("they looked at files");
    const refs = refsOf(summary, store);
    expect(refs.length).toBeGreaterThan(0);
    const before = resultsOf(over(), undefined);
    for (const ref of refs) expect(before).toContain(store.get(ref));
  });
});

const both = (before: readonly unknown[], after: readonly unknown[]) =>
  [resultsOf(before, undefined), resultsOf(after, undefined)] as const;

// A runner has to have something to skip.
const none: SessionFile = { name: "none", folder: "chat", format: "openai-chat", load: () => [] };

describe.skipIf(noSessions)("real sessions", () => {
  test.each(noSessions ? [none] : sessions)("$name: all that went is kept", (session) => {
    const messages = session.load();
    const format = session.format;
    const { chars } = compactMessages(messages, { window: { chars: 1e12 }, format }).report.before;
    const before = resultsOf(messages, format);
    let kept = 0;
    for (const compactTo of [0.5, 0.2, 0.1]) {
      const store = large();
      const options: CompactOptions = { window: { chars }, compactTo, format };
      const { messages: out, report } = compactMessages(messages, { ...options, store });
      const without = compactMessages(messages, options).report.overTarget;
      expect(report.overTarget && !without, `${compactTo}`).toBe(false);
      if (!report.overTarget) expect(report.after.chars).toBeLessThanOrEqual(Math.floor(chars * compactTo));
      const left = before.filter((_, at) => report.exchanges[at]?.rung !== "folded");
      // Where nearly all calls leave, short results may be all that is left.
      kept += expectKept(left, resultsOf(out, format), store, `${compactTo}`);
    }
    expect(kept).toBeGreaterThan(0);
  });
});
