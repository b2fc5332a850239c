// Faults of the wrappers that this one replaces, in the order of their list.
import { toolify, toolifySync } from "tooltrim";
import { expect, test } from "vitest";

const MARKER = "\n\n... (tool result truncated from middle to save you from context overload) ...\n\n";

const throwing = (thrown: unknown) => () => {
  throw thrown;
};

test("thrown errors are within the limit", async () => {
  const huge = throwing(new Error("x".repeat(1_000_000)));
  for (const text of [await toolify(huge)(), toolifySync(huge)(), await toolify(async () => huge())()]) {
    expect(text.length).toBe(2000 + MARKER.length + 2000);
    expect(text.startsWith("Tool Failed: xxx")).toBe(true);
    expect(text).toContain(MARKER);
  }
  expect((await toolify(huge, { output: { maxChars: 100 } })()).length).toBeLessThanOrEqual(100);
});

test("messages of contracts are within the limit", async () => {
  const preconditions = [() => [false, "p".repeat(1_000_000)] as const];
  const postconditions = [throwing("q".repeat(1_000_000))];
  const options = { preconditions, postconditions };
  for (const text of [await toolify(() => 1, options)(), toolifySync(() => 1, options)()]) {
    // The line between that names the postconditions is kept.
    expect(text.length).toBeLessThanOrEqual(5000);
    expect(text.startsWith("Contract validation failed:\nPreconditions:\n  - ppp")).toBe(true);
    expect(text.endsWith("qqq")).toBe(true);
  }
});

test("messages of bad input are within the limit", async () => {
  const parse = throwing("b".repeat(1_000_000));
  expect((await toolify(() => 1, { parse })()).length).toBe(4081);
  expect(toolifySync(() => 1, { parse })().length).toBe(4081);
});

test("a keep size of 0 keeps nothing of that end", async () => {
  const tool = () => `${"h".repeat(3000)}${"t".repeat(3000)}`;
  const output = { maxChars: 5000, snap: "char", marker: "~" } as const;
  expect(await toolify(tool, { output: { ...output, headChars: 0, tailChars: 0 } })()).toBe("~");
  expect(await toolify(tool, { output: { ...output, headChars: 0, tailChars: 10 } })()).toBe(`~${"t".repeat(10)}`);
  expect(await toolify(tool, { output: { ...output, headChars: 10, tailChars: 0 } })()).toBe(`${"h".repeat(10)}~`);
});

test("keep sizes over the threshold do not make the output longer than the limit, nor than the input", async () => {
  const output = { maxChars: 5000, headChars: 4000, tailChars: 4000, snap: "char" } as const;
  for (const length of [4999, 5000, 5001, 7999, 8001, 100_000]) {
    const text = await toolify((size: number) => "x".repeat(size), { output })(length);
    expect(text.length).toBe(Math.min(length, 5000));
  }
});

test("failures already collected are not lost when a later contract throws", async () => {
  const options = {
    preconditions: [() => [false, "first"] as const, throwing(new Error("second")), () => [false, "third"] as const],
    postconditions: [throwing(null), () => [false, "fifth"] as const],
  };
  const text = `Contract validation failed:
Preconditions:
  - first
  - Tool Failed: second
  - third
Postconditions:
  - Tool Failed: null
  - fifth`;
  expect(await toolify(() => 1, options)()).toBe(text);
  expect(toolifySync(() => 1, options)()).toBe(text);
});

test("a message of several lines does not break the list", async () => {
  const preconditions = [() => [false, "a\nPostconditions:\n  - forged\r\n  - forged\u2028  - forged\n"] as const];
  const text = await toolify(() => 1, { preconditions })();
  expect(text).toBe(`Contract validation failed:
Preconditions:
  - a
    Postconditions:
      - forged
      - forged
      - forged`);
  expect(text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/).filter((line) => line.startsWith("  - "))).toEqual(["  - a"]);
});

test("an error of several lines, thrown by a contract, does not break the list either", async () => {
  const preconditions = [throwing(new Error("a\n  - forged\nPostconditions:\n  - forged"))];
  expect(await toolify(() => 1, { preconditions })()).toBe(`Contract validation failed:
Preconditions:
  - Tool Failed: a
      - forged
    Postconditions:
      - forged`);
});

test("a contract may answer a bare true or false", async () => {
  const wrap = (answer: boolean) => ({ preconditions: [() => answer] });
  const failed = "Contract validation failed:\nPreconditions:\n  - precondition 1 does not hold";
  expect([await toolify(() => "ran", wrap(true))(), toolifySync(() => "ran", wrap(true))()]).toEqual(["ran", "ran"]);
  expect([await toolify(() => "ran", wrap(false))(), toolifySync(() => "ran", wrap(false))()]).toEqual([
    failed,
    failed,
  ]);
});

test("the promise of an async tool is awaited, not printed", async () => {
  expect(await toolify(async () => "done")()).toBe("done");
  expect(await toolify(() => Promise.resolve({ a: 1 }))()).toBe('{\n  "a": 1\n}');
  // biome-ignore lint/suspicious/noThenProperty: a thenable
  expect(await toolify(() => ({ then: (done: (value: string) => void) => done("thenable") }))()).toBe("thenable");
  expect(toolifySync(async () => "done")()).toBe("Tool Failed: the tool is asynchronous, use toolify");
});

test("a contract that changes its arguments changes nothing for the tool, nor for the next contract", async () => {
  interface Note {
    title: string;
    tags: string[];
    at: Date;
    more: Map<string, { n: number }>;
    bytes: Uint8Array;
  }
  const seen: string[] = [];
  const spoil = (note: Note) => {
    seen.push(note.title);
    note.title = "spoilt";
    note.tags.push("spoilt");
    note.at.setFullYear(1999);
    (note.more.get("a") ?? { n: 0 }).n = 99;
    note.bytes[0] = 99;
    return true;
  };
  const write = (note: Note) =>
    `${note.title} ${note.tags} ${note.at.getUTCFullYear()} ${note.more.get("a")?.n} ${note.bytes}`;
  const note = (): Note => ({
    title: "tides",
    tags: ["sea"],
    at: new Date(0),
    more: new Map([["a", { n: 1 }]]),
    bytes: new Uint8Array([1, 2]),
  });
  const options = { preconditions: [spoil, spoil], postconditions: [spoil] };
  expect(await toolify(write, options)(note())).toBe("tides sea 1970 1 1,2");
  expect(toolifySync(write, options)(note())).toBe("tides sea 1970 1 1,2");
  expect(seen).toEqual(Array(6).fill("tides"));
});
