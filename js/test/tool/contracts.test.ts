// What is asked before a tool runs.
import { type Contract, toolify, toolifySync } from "tooltrim";
import { expect, test } from "vitest";
import { later } from "./support.js";

const failure = (before: readonly string[], after: readonly string[] = []) =>
  [
    "Contract validation failed:",
    ...(before.length > 0 ? ["Preconditions:", ...before.map((message) => `  - ${message}`)] : []),
    ...(after.length > 0 ? ["Postconditions:", ...after.map((message) => `  - ${message}`)] : []),
  ].join("\n");

test("a call converts, asks preconditions, then postconditions, runs the tool and trims its text", async () => {
  const order: string[] = [];
  const note = (what: string) => {
    order.push(what);
    return true;
  };
  const tool = (count: number) => {
    note("tool");
    return "x".repeat(count);
  };
  const options = {
    parse: ([count]: [number]): [number] => {
      note("parse");
      return [Number(count)];
    },
    preconditions: [() => note("pre 1"), () => note("pre 2")],
    postconditions: [(count: number) => note(`post ${count}`)],
    output: { maxChars: 50, onTruncate: () => note("cut") },
  };
  for (const wrapped of [toolify(tool, options), toolifySync(tool, options)]) {
    expect((await wrapped("60" as unknown as number)).length).toBe(50);
    expect(order.splice(0)).toEqual(["parse", "pre 1", "pre 2", "post 60", "tool", "cut"]);
  }
});

test("all contracts that fail are listed, and the tool does not run", async () => {
  let ran = 0;
  const options = {
    preconditions: [
      (title: string) => [title !== "", "Title cannot be empty"] as const,
      (title: string) => [title.length < 5, "Title is too long"] as const,
    ],
    postconditions: [(title: string) => [false, `Invalid markdown in ${title}.`] as const],
  };
  const tool = (title: string) => {
    ran += 1;
    return title;
  };
  for (const wrapped of [toolify(tool, options), toolifySync(tool, options)]) {
    expect(await wrapped("")).toBe(failure(["Title cannot be empty"], ["Invalid markdown in ."]));
    expect(await wrapped("too long")).toBe(failure(["Title is too long"], ["Invalid markdown in too long."]));
  }
  expect(ran).toBe(0);
});

test("a section stands only where something failed", async () => {
  const fails = () => [false, "no"] as const;
  expect(await toolify(() => 1, { preconditions: [fails] })()).toBe(failure(["no"]));
  expect(await toolify(() => 1, { postconditions: [fails] })()).toBe(failure([], ["no"]));
});

test("contracts may be async, and are asked one after the other", async () => {
  const order: number[] = [];
  const slow: Contract<[]> = async () => {
    await later(5);
    order.push(1);
    return [false, "slow"];
  };
  const quick: Contract<[]> = () => {
    order.push(2);
    return Promise.reject(new Error("quick"));
  };
  const options = { preconditions: [slow, quick] };
  expect(await toolify(() => 1, options)()).toBe(failure(["slow", "Tool Failed: quick"]));
  expect(order).toEqual([1, 2]);
});

test("an async contract of a tool that does not wait has failed, and its rejection harms nobody", () => {
  const rejected = (async () => {
    throw new Error("later");
  }) as unknown as () => boolean;
  expect(toolifySync(() => 1, { preconditions: [rejected] })()).toBe(
    failure(["Tool Failed: the contract is asynchronous, use toolify"]),
  );
});

test("a contract without a message is named, by its function or its number", async () => {
  const isShort = () => false;
  const options = {
    preconditions: [isShort, () => false, () => [false] as const],
    postconditions: [() => [false, " \n "] as const],
  };
  expect(await toolify(() => 1, options)()).toBe(
    failure(
      ["isShort does not hold", "precondition 2 does not hold", "precondition 3 does not hold"],
      ["postcondition 1 does not hold"],
    ),
  );
});

test("an answer that is neither yes nor no has failed", async () => {
  const answers = [
    undefined,
    null,
    0,
    1,
    "yes",
    "",
    {},
    [],
    [Promise.resolve(false), "m"],
    [{}, "m"],
    Symbol("a"),
    () => true,
  ];
  const nonsense = "Tool Failed: the contract answered neither true nor false nor [valid, message]";
  for (const answer of answers) {
    const preconditions = [(() => answer) as unknown as () => boolean];
    const text = Array.isArray(answer) && answer.length === 0 ? "precondition 1 does not hold" : nonsense;
    expect(await toolify(() => 1, { preconditions })()).toBe(failure([text]));
    expect(toolifySync(() => 1, { preconditions })()).toBe(failure([text]));
  }
});

test("a contract may throw anything", async () => {
  const thrown: [unknown, string][] = [
    [new TypeError("a type"), "a type"],
    ["a text", "a text"],
    [null, "null"],
    [undefined, "undefined"],
    [42, "42"],
    [new RangeError(), "RangeError"],
    ["", "no message was given"],
    [{ code: 5 }, '{\n      "code": 5\n    }'],
  ];
  for (const [what, text] of thrown) {
    const preconditions = [
      () => {
        throw what;
      },
    ];
    expect(await toolify(() => 1, { preconditions })()).toBe(failure([`Tool Failed: ${text}`]));
  }
});

test("bad input is told, and nothing else is asked", async () => {
  let asked = 0;
  const options = {
    parse: ([count]: [unknown]): [number] => {
      if (!Number.isInteger(Number(count))) throw new TypeError("count: not a whole number\nin the first argument");
      return [Number(count)];
    },
    preconditions: [
      () => {
        asked += 1;
        return true;
      },
    ],
  };
  const text = "Tool Failed: bad input: count: not a whole number\nin the first argument";
  const tool = (count: number) => count * 2;
  expect(await toolify(tool, options)("x" as unknown as number)).toBe(text);
  expect(toolifySync(tool, options)("x" as unknown as number)).toBe(text);
  expect(asked).toBe(0);
  expect(await toolify(tool, options)("21" as unknown as number)).toBe("42");
});

test("parse may be async where the tool may, and must answer arguments", async () => {
  const parse = async ([count]: [number]): Promise<[number]> => [count + 1];
  expect(await toolify((count: number) => count, { parse })(1)).toBe("2");
  const sync = { parse: parse as unknown as (args: [number]) => [number] };
  expect(toolifySync((count: number) => count, sync)(1)).toBe("Tool Failed: parse is asynchronous, use toolify");
  const nothing = { parse: (() => undefined) as unknown as () => [] };
  expect(await toolify(() => 1, nothing)()).toBe("Tool Failed: bad input: parse answered no list of arguments");
});

test("contracts see what parse made of the arguments, and the tool gets the very objects", async () => {
  const made = { n: 1 };
  let seen: unknown;
  const options = {
    parse: (): [object] => [made],
    preconditions: [
      (copy: object) => {
        seen = copy;
        return true;
      },
    ],
  };
  let got: unknown;
  await toolify((given: object) => {
    got = given;
  }, options)({});
  expect(seen).toEqual(made);
  expect(seen).not.toBe(made);
  expect(got).toBe(made);
});

test("what has behaviour of its own is passed to contracts as it is, data around it is copied", async () => {
  class Client {
    #token = "secret";
    hasToken() {
      return this.#token !== "";
    }
  }
  const args = {
    client: new Client(),
    log: () => "logged",
    pattern: /a/g,
    deep: { list: Object.assign([1], { 2: 3 }), self: null as unknown },
  };
  args.deep.self = args;
  Object.defineProperty(args.deep, "__proto__", { value: { polluted: true }, enumerable: true });
  let seen: typeof args | undefined;
  const precondition = (given: typeof args) => {
    seen = given;
    return [given.client.hasToken() && given.log() === "logged", "no behaviour"] as const;
  };
  expect(await toolify((given: typeof args) => Object.keys(given), { preconditions: [precondition] })(args)).toContain(
    "client",
  );
  expect(seen).not.toBe(args);
  expect([seen?.client, seen?.log, seen?.pattern]).toEqual([args.client, args.log, args.pattern]);
  expect(seen?.client).toBe(args.client);
  expect(seen?.deep).not.toBe(args.deep);
  expect(seen?.deep.list).toEqual(args.deep.list);
  expect(1 in (seen?.deep.list ?? [])).toBe(false);
  expect(seen?.deep.self).toBe(seen);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  expect(Object.keys(seen?.deep ?? {})).toEqual(Object.keys(args.deep));
});

test("arguments that cannot be copied fail the contract, not the call", async () => {
  const trap = {
    get secret(): never {
      throw new Error("no access");
    },
  };
  const text = failure(["Tool Failed: no access"]);
  expect(await toolify((_: object) => 1, { preconditions: [() => true] })(trap)).toBe(text);
  let deep: unknown[] = [];
  for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
  expect(await toolify((_: unknown) => "ran", { preconditions: [() => true] })(deep)).toBe("ran");
});

test("an invariant that fails after the tool ran rolls back to the snapshot, and the model is told", async () => {
  const notes: string[] = [];
  const add = (text: string) => notes.push(text);
  const restore = (before: readonly string[]) => {
    notes.splice(0, notes.length, ...before);
  };
  const head = "Contract validation failed after the tool ran:\nInvariants:\n  - Too many notes\n";
  const restored = `${head}The state before the tool ran was restored.`;
  const invariants = [(): [boolean, string] => [notes.length < 2, "Too many notes"]];
  const options = { invariants, snapshot: () => [...notes], rollback: restore };
  for (const wrapped of [toolifySync(add, options), toolify(add, options)]) {
    notes.length = 0;
    expect(await wrapped("a")).toBe("1");
    expect(await wrapped("b")).toBe(restored);
    expect(notes).toEqual(["a"]);
  }
  const again = () => notes.splice(1);
  // Without a snapshot of its own it gets a copy of the arguments.
  const given: unknown[] = [];
  expect(await toolify(add, { invariants, rollback: async (args) => given.push(args) })("b")).toBe(restored);
  expect(given).toEqual([["b"]]);
  const fail = () => {
    throw new Error("the disk is gone");
  };
  again();
  const failed = `${head}The state before the tool ran could not be restored: `;
  expect(await toolify(add, { invariants, rollback: fail })("b")).toBe(`${failed}the disk is gone`);
  again();
  expect(toolifySync(add, { invariants, rollback: async () => {} })("b")).toContain(failed);
  // It runs only where something is to be undone.
  notes.length = 0;
  expect(await toolify(add, { invariants, rollback: fail })("a")).toBe("1");
  expect(() => toolify(add, { rollback: 5 as never })).toThrow("rollback: 5 is not a function");
});
