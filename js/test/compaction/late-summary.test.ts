// A summary that is asked for and not waited for: when it is sent, and what makes it useless.
import fc from "fast-check";
import { Compactor, CompactorPool, TooltrimError } from "tooltrim";
import { extractToolCalls, validateMessages } from "tooltrim/messages";
import { describe, expect, test } from "vitest";
import { type Loose, seed } from "../messages/support.js";
import { runs } from "../support/runs.js";
import { call, lines, says, user } from "./chat.js";
import { HEAD } from "./support.js";

const THEIRS = "the summary is the summariser's";
const options = { window: { chars: 8_000 } } as const;

/** A summariser that answers when it is told to. */
function held() {
  const asked: { ids: string[]; answer(text: string): Promise<void>; fail(): Promise<void>; signal: AbortSignal }[] =
    [];
  const summarize = (calls: { readonly callId: string }[], signal: unknown) =>
    new Promise<string>((resolve, reject) => {
      const settled = () => new Promise<void>((done) => setImmediate(done));
      const answer = (text: string) => {
        resolve(text);
        return settled();
      };
      const fail = () => {
        reject(new Error("busy"));
        return settled();
      };
      asked.push({ ids: calls.map(({ callId }) => callId), answer, fail, signal: signal as AbortSignal });
    });
  return { asked, summarize };
}

const turn = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) =>
    call(`${name}${at}`, "bash", { command: `make ${name}${at}` }, lines(20)),
  ).flat();
const history = [user("Make it."), ...turn("a", 24)];
const summaryOf = (messages: readonly Loose[]): string | undefined =>
  messages.map(({ content }) => content).find((content) => typeof content === "string" && content.startsWith(HEAD));

describe("a compactor with a summariser", () => {
  test("sends its own summary at once, then that of the summariser, and keeps it", async () => {
    const { asked, summarize } = held();
    const compactor = new Compactor({ ...options, summarize });
    const own = compactor.next(history);
    expect(summaryOf(own.messages)).toContain("make a0");
    expect(compactor.next([...history, says("Hm.")]).messages.slice(0, -1)).toEqual(own.messages);
    const left = own.report.exchanges.filter(({ rung }) => rung === "folded").map(({ id }) => id);
    expect(asked.map(({ ids }) => ids)).toEqual([left]);
    await asked[0]?.answer("Only makes.");
    const theirs = compactor.next([...history, says("Hm.")]);
    expect([theirs.report.notes, theirs.notice === null]).toEqual([[THEIRS], false]);
    expect(summaryOf(theirs.messages)).toBe(`${HEAD}\nOnly makes.`);
    expect(theirs.messages.length).toBe(own.messages.length + 1);
    // It stays, also in a state; nobody is asked again.
    const restored = Compactor.from(JSON.parse(JSON.stringify(compactor.state())), { ...options, summarize });
    for (const each of [compactor, restored]) {
      const next = each.next([...history, says("Hm.")]);
      expect([next.messages, next.notice]).toEqual([theirs.messages, null]);
    }
    expect(asked).toHaveLength(1);
    expect(summaryOf(compactor.undo<Loose>().messages)).toBe(summaryOf(own.messages));
  });

  test("asks again after a restart for what had not come", async () => {
    const { asked, summarize } = held();
    const compactor = new Compactor({ ...options, summarize });
    compactor.next(history);
    const restored = Compactor.from(compactor.state(), { ...options, summarize });
    restored.next(history);
    expect(asked[1]?.ids).toEqual(asked[0]?.ids);
    await asked[1]?.answer("Only makes.");
    expect(summaryOf(restored.next(history).messages)).toBe(`${HEAD}\nOnly makes.`);
  });

  test.each([
    ["a failure", (one: ReturnType<typeof held>) => one.asked[0]?.fail(), "the summariser failed: Error: busy"],
    [
      "an empty text",
      (one: ReturnType<typeof held>) => one.asked[0]?.answer(" "),
      "the summariser answered an empty text",
    ],
    [
      "a text that is too long",
      (one: ReturnType<typeof held>) => one.asked[0]?.answer("word ".repeat(4_000)),
      "the summariser's text is over maxHistorySummaryTokens",
    ],
  ])("%s leaves our summary, and is said once", async (_, answer, note) => {
    const one = held();
    const compactor = new Compactor({ ...options, summarize: one.summarize });
    const own = compactor.next(history);
    await answer(one);
    const next = compactor.next(history);
    expect([next.messages, next.report.notes, next.notice]).toEqual([own.messages, [note], null]);
    expect(compactor.next(history).report.notes).toEqual([]);
  });

  test("takes longer than `timeout`: our summary stays, and the summariser is told", async () => {
    const { asked, summarize } = held();
    const compactor = new Compactor({ ...options, summarize, timeout: 1 });
    const own = compactor.next(history);
    await new Promise((done) => setTimeout(done, 20));
    expect(compactor.next(history).report.notes).toEqual(["the summariser took longer than 1 ms"]);
    expect(asked[0]?.signal.aborted).toBe(true);
    await asked[0]?.answer("Only makes.");
    expect(compactor.next(history).messages).toEqual(own.messages);
  });

  test("a text that comes after another step, an undo, or an edit of what left is not used", async () => {
    const more = [...history, ...turn("b", 24)];
    const { asked, summarize } = held();
    const stepped = new Compactor({ ...options, summarize });
    stepped.next(history);
    stepped.next(more);
    await asked[0]?.answer("Stale.");
    expect(asked[0]?.signal.aborted).toBe(true);
    expect(JSON.stringify(stepped.next(more).messages)).not.toContain("Stale.");

    const undone = new Compactor({ ...options, summarize });
    undone.next(history);
    undone.undo();
    await asked[2]?.answer("Stale.");
    expect(JSON.stringify(undone.next(history).messages)).not.toContain("Stale.");

    const edited = new Compactor({ ...options, summarize });
    edited.next(history);
    const other = history.map((each, at) => (at === 2 ? { ...each, content: "nothing" } : each));
    await asked[3]?.answer("Stale.");
    expect(JSON.stringify(edited.next(other).messages)).not.toContain("Stale.");
  });

  test("a step that is due is taken first, and asks anew", async () => {
    const { asked, summarize } = held();
    const compactor = new Compactor({ ...options, summarize });
    compactor.next(history);
    await asked[0]?.answer("Stale.");
    const more = [...history, ...turn("b", 24)];
    expect(summaryOf(compactor.next(more).messages)).toContain("make b0");
    expect(asked).toHaveLength(2);
  });

  test("takes thinking that is bound to its prefix with it", async () => {
    const { asked, summarize } = held();
    const thought = (at: number) => ({ type: "thinking", thinking: `Part ${at}.`, signature: `c2ln${at}` });
    const exchange = (at: number): Loose[] => [
      {
        role: "assistant",
        content: [thought(at), { type: "tool_use", id: `t${at}`, name: "bash", input: { command: `make ${at}` } }],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: `t${at}`, content: lines(20) }] },
    ];
    const long = [user("Make it."), ...Array.from({ length: 24 }, (_, at) => exchange(at)).flat()];
    const compactor = new Compactor({ ...options, summarize });
    const own = compactor.next(long);
    const more = [...long, ...exchange(24)];
    const thoughts = (messages: readonly Loose[]) => JSON.stringify(messages).match(/"thinking":/g)?.length ?? 0;
    expect(thoughts(compactor.next(more).messages)).toBe(thoughts(own.messages) + 1);
    await asked[0]?.answer("Only makes.");
    const theirs = compactor.next(more);
    expect(theirs.report.notes).toContain(THEIRS);
    expect(thoughts(theirs.messages)).toBe(0);
    expect(validateMessages(theirs.messages, { before: own.messages })).toEqual([]);
  });

  test("a text that comes while a step is due that changes nothing is dropped with a note", async () => {
    const { asked, summarize } = held();
    const compactor = new Compactor({ ...options, summarize });
    // More than the window holds, in a text that no step shortens.
    const full = [...history, user("y".repeat(9_000))];
    const own = compactor.next(full);
    await asked[0]?.answer("Only makes.");
    const next = compactor.next(full);
    expect(next.messages).toEqual(own.messages);
    expect(next.report.notes).toContain("the summariser's text was dropped, since a step was due");
  });

  test("a forced step that finds nothing to do keeps the text for the next request", async () => {
    const { asked, summarize } = held();
    const compactor = new Compactor({ ...options, summarize });
    compactor.next(history);
    await asked[0]?.answer("Only makes.");
    expect(compactor.next(history, { force: true }).notice).toBeNull();
    expect(summaryOf(compactor.next(history).messages)).toContain("Only makes.");
  });

  test("hold keeps the bytes; the swap comes with the first request without it", async () => {
    const { asked, summarize } = held();
    const compactor = new Compactor({ ...options, summarize });
    const own = compactor.next(history);
    await asked[0]?.answer("Only makes.");
    expect(compactor.next(history, { hold: true }).messages).toEqual(own.messages);
    expect(summaryOf(compactor.next(history).messages)).toContain("Only makes.");
  });

  test("an abort of the caller's asks nobody any more", async () => {
    const { asked, summarize } = held();
    const controller = new AbortController();
    const compactor = new Compactor({ ...options, summarize, signal: controller.signal });
    const own = compactor.next(history);
    controller.abort();
    expect(asked[0]?.signal.aborted).toBe(true);
    await asked[0]?.answer("Only makes.");
    expect(compactor.next(history).messages).toEqual(own.messages);
    compactor.next([...history, ...turn("b", 24)]);
    expect(asked).toHaveLength(1);
  });

  test("the pool passes it on, and wrong options are named", async () => {
    const { asked, summarize } = held();
    const pool = new CompactorPool({ ...options, summarize });
    pool.next(history);
    await asked[0]?.answer("Only makes.");
    expect(summaryOf(pool.next(structuredClone(history)).messages)).toContain("Only makes.");
    expect(() => new Compactor({ ...options, summarize: "no" as never })).toThrow(TooltrimError);
    expect(() => new Compactor({ ...options, timeout: -1 })).toThrow("timeout: -1 is not a number of 0 or more");
  });
});

type Act =
  | { readonly do: "grow"; readonly calls: number }
  | { readonly do: "force" | "hold"; readonly calls: number }
  | { readonly do: "fork"; readonly at: number }
  | { readonly do: "answer"; readonly size: number }
  | { readonly do: "undo" }
  | { readonly do: "restore" }
  | { readonly do: "fail" };

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("grow" as const), calls: fc.nat(12) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("answer" as const), size: fc.constantFrom(1, 5, 60, 2_000) }) },
  fc.record({ do: fc.constantFrom("force" as const, "hold" as const), calls: fc.nat(2) }),
  fc.record({ do: fc.constant("fork" as const), at: fc.double({ min: 0.6, max: 1, noNaN: true }) }),
  fc.constantFrom<Act>({ do: "undo" }, { do: "restore" }, { do: "fail" }),
);

const idsOf = (messages: readonly Loose[]) => extractToolCalls(messages).map(({ callId }) => callId);

test("laws: bytes change with a step only, pairs hold, and a text of the summariser is about all that left", async () => {
  let swapped = 0;
  const law = async (acts: readonly Act[], style: "mask" | "summary") => {
    const { asked, summarize } = held();
    const own = { window: { chars: 4_000 }, style, summarize };
    let compactor = new Compactor(own);
    let messages: Loose[] = [user("Make it.")];
    let [sent, free, made]: [readonly string[], boolean, number] = [[], true, 0];
    const next = (request = {}) => {
      const { messages: out, notice, report } = compactor.next(messages, request);
      expect(validateMessages(out)).toEqual([]);
      const now = out.map((message) => JSON.stringify(message));
      if (!free && notice === null) expect(now.slice(0, sent.length)).toEqual(sent);
      [sent, free] = [now, false];
      const text = /ANSWER (\d+)\./.exec(now.join());
      if (text) {
        swapped += 1;
        const stays = new Set(idsOf(out));
        expect(asked[Number(text[1])]?.ids).toEqual(idsOf(messages).filter((id) => !stays.has(id)));
      }
      if (report.fits) expect(report.after.chars).toBeLessThanOrEqual(4_000);
    };
    next();
    for (const each of acts) {
      made += 1;
      if ("calls" in each) {
        messages = [...messages, ...turn(`c${made}_`, each.calls)];
        next(each.do === "grow" ? {} : { [each.do]: true });
      } else if ("at" in each) {
        const cut = Math.ceil(each.at * messages.length);
        messages = [...messages.slice(0, messages[cut - 1]?.tool_calls ? cut - 1 : cut), user(`Fork ${made}.`)];
        free = true;
        next();
      } else if (each.do === "undo") {
        compactor.undo();
        free = true;
      } else if (each.do === "restore") {
        compactor = Compactor.from(JSON.parse(JSON.stringify(compactor.state())), own);
        next();
      } else if ("size" in each) {
        const at = asked.length - 1;
        await asked.at(-1)?.answer(`ANSWER ${at}. ${"word ".repeat(each.size)}`);
      } else {
        await asked.at(-1)?.fail();
      }
    }
  };
  const drawn = runs(150);
  const acts = fc.array(act, { minLength: 5, maxLength: 30 });
  await fc.assert(fc.asyncProperty(acts, fc.constantFrom("mask", "summary"), law), { seed, ...drawn });
  expect(swapped).toBeGreaterThan(drawn.numRuns / 8);
});
