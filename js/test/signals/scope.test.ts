// A scope says what was cut during a run.
import { TrimStream, trim } from "tooltrim";
import { type Scope, type ScopeResult, truncationScope } from "tooltrim/signals";
import { expect, expectTypeOf, test } from "vitest";

const long = "word ".repeat(2000);
const cut = (label: string, scope?: Scope) => trim(long, { maxChars: 100, label, scope }).text;
const labels = ({ events }: { readonly events: readonly { readonly label?: string | undefined }[] }) =>
  events.map(({ label }) => label);
const soon = () => new Promise((resolve) => setTimeout(resolve, 1));

test("a run without a cut says so, and hands the result through", () => {
  const given = { page: "short" };
  const answer = truncationScope(() => {
    trim("short", 100);
    return given;
  });
  expect(answer).toEqual({ result: given, truncationApplied: false, events: [], eventCount: 0 });
  expect(answer.result).toBe(given);
});

test("cuts are told in order, with their sizes", () => {
  const { result, truncationApplied, events } = truncationScope(() => [cut("first"), cut("second")].length);
  expect({ result, truncationApplied }).toEqual({ result: 2, truncationApplied: true });
  expect(events).toEqual([
    expect.objectContaining({ label: "first", unit: "chars", limit: 100, before: 10_000 }),
    expect.objectContaining({ label: "second", unit: "chars", limit: 100, before: 10_000 }),
  ]);
});

test("an async function is answered by a promise", async () => {
  const answer = truncationScope(async () => {
    await soon();
    return cut("late").length;
  });
  expect(answer).toBeInstanceOf(Promise);
  expect(labels(await answer)).toEqual(["late"]);
});

test("a promise that begins its work only when it is asked works within the scope", async () => {
  const lazy: PromiseLike<string> = {
    // biome-ignore lint/suspicious/noThenProperty: what query builders are
    then: (resolve) => Promise.resolve(cut("query")).then(resolve),
  };
  expect(labels(await truncationScope(() => lazy))).toEqual(["query"]);
});

test("a scope within a scope tells both", async () => {
  const inner: string[] = [];
  const outer = await truncationScope(async () => {
    cut("before");
    await soon();
    inner.push(...(labels(await truncationScope(async () => cut("within"))) as string[]));
    truncationScope(() => "nothing");
    cut("after");
  });
  expect(inner).toEqual(["within"]);
  expect(labels(outer)).toEqual(["before", "within", "after"]);
});

test("a scope that is passed on is told once, as are those around it and that of the context", async () => {
  let first: Scope | undefined;
  const outer = truncationScope(() => {
    truncationScope((scope) => {
      first = scope;
      cut("both", scope);
    });
  });
  expect(labels(outer)).toEqual(["both"]);
  expect(labels(first as Scope)).toEqual(["both"]);
  const other = truncationScope(() => cut("elsewhere", first));
  expect(labels(other)).toEqual(["elsewhere"]);
  expect(labels(first as Scope)).toEqual(["both", "elsewhere"]);
});

test("a scope may be put into another by hand", () => {
  const seen: Scope[] = [];
  const inner = truncationScope((scope) => seen.push(scope));
  const parent = seen[0] as Scope;
  truncationScope(() => cut("within"), { scope: parent });
  expect(inner.truncationApplied).toBe(false);
  expect(labels(parent)).toEqual(["within"]);
});

test("what the function throws goes through as it is, and what was cut is not lost", async () => {
  const error = new Error("a tool's own");
  let scope: Scope | undefined;
  const outer = await truncationScope(async () => {
    const failing = (inner: Scope): never => {
      scope = inner;
      cut("then it failed");
      throw error;
    };
    expect(() => truncationScope(failing)).toThrow(error);
    expect(scope?.truncationApplied).toBe(true);
    const rejecting = truncationScope(async (inner) => {
      await soon();
      failing(inner);
    });
    await expect(rejecting).rejects.toBe(error);
    expect(scope?.truncationApplied).toBe(true);
  });
  expect(labels(outer)).toEqual(["then it failed", "then it failed"]);
});

test("a promise that fails leaves no rejection that nobody handles", async () => {
  const unhandled: unknown[] = [];
  const listen = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", listen);
  try {
    await expect(truncationScope(() => Promise.reject(new Error("handled")))).rejects.toThrow("handled");
    await soon();
  } finally {
    process.off("unhandledRejection", listen);
  }
  expect(unhandled).toEqual([]);
});

test("the flag and the count stay right beyond the events that are kept", () => {
  const { events, eventCount } = truncationScope(() => {
    for (let n = 0; n < 1500; n += 1) cut(`cut ${n}`);
  });
  expect(events).toHaveLength(1000);
  expect(events[999]?.label).toBe("cut 999");
  expect(eventCount).toBe(1500);
});

test("work that nobody waited for is told to the scope after its end, and to what still runs around it", async () => {
  let scope: Scope | undefined;
  const outer = await truncationScope(async () => {
    let late: Promise<unknown> | undefined;
    const inner = truncationScope((own) => {
      scope = own;
      late = soon().then(() => cut("late"));
    });
    await late;
    expect(inner.truncationApplied).toBe(false);
  });
  expect(scope?.truncationApplied).toBe(true);
  expect(labels(outer)).toEqual(["late"]);
});

test("a loop that goes on from scope to scope does not hold on to those that have ended", async () => {
  const scopes: Scope[] = [];
  await new Promise<void>((done) => {
    const step = (n: number): void => {
      truncationScope((scope) => {
        scopes.push(scope);
        setTimeout(() => {
          cut("step");
          if (n < 20) step(n + 1);
          else done();
        });
      });
    };
    step(0);
  });
  // Each is told of its own late cut, and none of the cuts of those that began after it had ended.
  expect(scopes.map(({ eventCount }) => eventCount)).toEqual(Array(21).fill(1));
});

test("a stream tells the scope in which it was made, and that in which it ends", () => {
  let stream: TrimStream | undefined;
  const scopes: Scope[] = [];
  truncationScope((scope) => {
    scopes.push(scope);
    stream = new TrimStream({ maxChars: 100, label: "made here" });
  });
  const other = truncationScope(() => {
    stream?.push(long);
    stream?.finish();
  });
  expect(labels(scopes[0] as Scope)).toEqual(["made here"]);
  expect(labels(other)).toEqual(["made here"]);
});

test("a scope is none of a caller's making", () => {
  const made = { truncationApplied: false, events: [], eventCount: 0, parents: [], ended: false };
  for (const scope of [made, null, 1, "scope", truncationScope(() => 1)]) {
    expect(() => trim(long, { maxChars: 100, scope: scope as Scope })).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", message: expect.stringContaining("scope: ") }),
    );
  }
});

test.each([
  [() => truncationScope("tool" as never), 'fn: "tool" is not a function (scope) => result'],
  [() => truncationScope(() => 1, { scope: {} as Scope }), "scope: {} is not the scope that truncationScope gives"],
])("what is no function or no scope is refused", (call, message) => {
  expect(call).toThrow(expect.objectContaining({ code: "INVALID_OPTION", message }));
});

test("the types of the answer follow the function", () => {
  expectTypeOf(truncationScope(() => 1)).toEqualTypeOf<ScopeResult<number>>();
  expectTypeOf(truncationScope(async () => "")).toEqualTypeOf<Promise<ScopeResult<string>>>();
  const either = (): number | Promise<string> => 1;
  expectTypeOf(truncationScope(either)).toEqualTypeOf<ScopeResult<number> | Promise<ScopeResult<string>>>();
});
