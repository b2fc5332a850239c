// Contracts made of others, invariants, and what is reported of contracts that fail.
import { subscribe } from "node:diagnostics_channel";
import { contracts, toolify, toolifySync } from "tooltrim";
import { metrics, onViolation, type Violation } from "tooltrim/signals";
import { expect, test } from "vitest";
import { later } from "./support.js";

const isShort = (path: string) => path.length < 9;
const isText = (path: string) => [path.endsWith(".txt"), "not a text"] as const;
const slow = async (path: string) => {
  await later(1);
  return isText(path);
};
const { all, any, not } = contracts;

test("all, any and not make one contract of others", async () => {
  const rows: [Parameters<typeof not<[string]>>[0], string, string | undefined][] = [
    [all(isShort, isText), "a.txt", undefined],
    [all(isShort, isText), "a long name.md", "isShort does not hold; not a text"],
    [any(isShort, isText), "a long name.txt", undefined],
    [any(isShort, isText), "a long name.md", "isShort does not hold; or not a text"],
    [not(isShort), "a long name.txt", undefined],
    [not(isShort), "a.txt", "isShort holds, but must not"],
    [not(isText, "Texts are not read"), "a.txt", "Texts are not read"],
    [all(not(isShort), any(isText, isShort)), "a.md", "isShort holds, but must not"],
    [not(all(isShort, isText)), "a.txt", "all(isShort, isText) holds, but must not"],
  ];
  for (const [contract, path, message] of rows) {
    const expected = message ? `Contract validation failed:\nPreconditions:\n  - ${message}` : path;
    expect(await toolify((given: string) => given, { preconditions: [contract] })(path)).toBe(expected);
    expect(toolifySync((given: string) => given, { preconditions: [contract as never] })(path)).toBe(expected);
  }
});

test("they are async only if a contract is", async () => {
  expect(all(isShort, isText)("a.txt")).toBe(true);
  expect(await all(isShort, slow)("a.md")).toEqual([false, "not a text"]);
  expect(await any(slow, isShort)("a.md")).toBe(true);
  expect(await any(isShort, slow)("a long name.md")).toEqual([false, "isShort does not hold; or not a text"]);
  expect(await not(slow)("a.txt")).toEqual([false, "slow holds, but must not"]);
});

test("one that throws or answers nonsense has failed, also behind not", async () => {
  const throwing = () => {
    throw new Error("no table");
  };
  for (const contract of [all(throwing), any(throwing), not(throwing)]) {
    expect(await toolify(() => 1, { preconditions: [contract] })()).toContain("  - Tool Failed: no table");
  }
  expect(() => all()).toThrow("all: [] is not a list of one contract or more");
  expect(() => not(5 as never)).toThrow("not[0]: 5 is not a function");
});

test("an invariant is checked before and after the call", async () => {
  for (const wrap of [toolify, toolifySync] as (typeof toolify)[]) {
    let stock = 1;
    const isThere = () => [stock >= 0, "stock is below 0"] as const;
    const take = wrap((count: number) => (stock -= count), { invariants: [isThere] });
    expect(await take(1)).toBe("0");
    expect(await take(1)).toBe("Contract validation failed after the tool ran:\nInvariants:\n  - stock is below 0");
    expect(await take(1)).toBe("Contract validation failed:\nInvariants:\n  - stock is below 0");
    expect(stock).toBe(-1);
  }
  let open = false;
  const failing = toolify(
    async () => {
      open = true;
      throw new Error("disk full");
    },
    { invariants: [async () => [!open, "a file is open"] as const] },
  );
  expect(await failing()).toBe(
    "Contract validation failed after the tool ran:\nInvariants:\n  - a file is open\nTool Failed: disk full",
  );
});

test("each violation is an event with tool, contract and times, and is counted", async () => {
  const counts = metrics();
  const [own, heard, published]: Violation[][] = [[], [], []];
  const stop = onViolation((violation) => {
    heard?.push(violation);
    throw new Error("a listener");
  });
  subscribe("tooltrim:violation", (violation) => published?.push(violation as Violation));
  const waits = async () => {
    await later(20);
    return false;
  };
  const options = {
    name: "order",
    preconditions: [waits, () => true, () => false],
    onViolation: (violation: Violation) => own?.push(violation),
  };
  await toolify(() => 1, options)();
  stop();
  await toolify(() => 1, { name: "other", preconditions: [isShort] as never })();
  expect(own).toEqual([
    expect.objectContaining({ tool: "order", contract: "waits", kind: "precondition", message: "waits does not hold" }),
    expect.objectContaining({ tool: "order", contract: "precondition 3", afterCall: false }),
  ]);
  expect(heard).toEqual(own);
  expect(published?.slice(0, 2)).toEqual(own);
  const [first, second] = own as [Violation, Violation];
  expect(first.ms).toBeGreaterThan(15);
  expect(second.ms).toBeLessThan(15);
  expect(first.totalMs).toBe(second.totalMs);
  expect(first.totalMs).toBeGreaterThanOrEqual(first.ms);
  expect(counts.snapshot().violations).toContainEqual({ tool: "order", contract: "precondition 3", count: 1 });
  expect(counts.prometheus()).toContain('contract_violations_total{tool="order",contract="waits"} 1\n');
  expect(() => onViolation(5 as never)).toThrow("listener: 5 is not a function (violation) => void");
});
