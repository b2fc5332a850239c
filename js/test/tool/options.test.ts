// How a tool is wrapped.
import { presets, TooltrimError, type TruncationEvent, toolify, toolifySync } from "tooltrim";
import { truncationScope } from "tooltrim/signals";
import { OutputStore } from "tooltrim/store";
import { expect, test, vi } from "vitest";
import { refOf } from "../support/refs.js";
import { later } from "./support.js";

const long = () => "x".repeat(9000);

test("arguments, `this`, name, number of arguments and description are those of the tool", async () => {
  const client = {
    base: "https://example.org",
    get: toolify(function get(this: { base: string }, path: string, query = "") {
      return `${this.base}${path}${query}`;
    }, "Fetches a page"),
    getSync: toolifySync(function (this: { base: string }, path: string) {
      return `${this.base}${path}`;
    }),
  };
  expect(await client.get("/a", "?q")).toBe("https://example.org/a?q");
  expect(client.getSync("/a")).toBe("https://example.org/a");
  expect([client.get.name, client.get.length, client.get.description]).toEqual(["get", 1, "Fetches a page"]);
  expect([client.getSync.name, client.getSync.length]).toEqual(["", 1]);
  const named = toolify(() => 1, { name: "count", description: "Counts" });
  expect([named.name, named.description]).toEqual(["count", "Counts"]);
});

test("a description is that of the options, else of the function, else the words of its name", () => {
  const readFile = Object.assign(() => 1, { description: "Reads a file" });
  for (const wrap of [toolify, toolifySync]) {
    expect(wrap(readFile, { description: "Own" }).description).toBe("Own");
    expect(wrap(readFile).description).toBe("Reads a file");
    expect(
      wrap(
        Object.assign(() => 1, { description: 5 }),
        { name: "list_open_issues" },
      ).description,
    ).toBe("List open issues");
    expect(wrap(function getHTTPPage() {}).description).toBe("Get HTTP page");
    expect(wrap(() => 1).description).toBe("A tool without a description");
  }
});

test("no contracts may be written as null", async () => {
  const none = { preconditions: null, postconditions: null, invariants: null };
  expect(await toolify(() => 1, none)()).toBe("1");
  expect(toolifySync(() => 1, none)()).toBe("1");
});

test("a listener that is given twice is called once for a cut", async () => {
  const listener = vi.fn();
  await toolify(long, { output: { ...presets.toolify, onTruncate: listener }, onTruncate: listener })();
  expect(listener).toHaveBeenCalledOnce();
});

test("contracts and parse get `this`, too", async () => {
  const it = {
    limit: 3,
    take: toolify((count: number) => count, {
      preconditions: [
        function (this: unknown, count: number) {
          return [count <= (this as { limit: number }).limit, "too many"] as const;
        },
      ],
    }),
  };
  expect(await it.take(3)).toBe("3");
  expect(await it.take(4)).toContain("too many");
});

test("the name is the label of cuts, unless the output has one", async () => {
  const labels: (string | undefined)[] = [];
  const onTruncate = (event: TruncationEvent) => labels.push(event.label);
  function dump() {
    return long();
  }
  await toolify(dump, { onTruncate })();
  await toolify(dump, { onTruncate, name: "dump_all" })();
  await toolify(dump, { onTruncate, output: { maxChars: 100, label: "own" } })();
  await toolify(() => [long()].values(), { onTruncate, name: "stream" })();
  toolifySync(
    () => {
      throw long();
    },
    { onTruncate },
  )();
  expect(labels).toEqual(["dump", "dump_all", "own", "stream", undefined]);
});

test("a listener is told of each cut, with that of the output, and its errors harm nobody", async () => {
  const told: string[] = [];
  const output = {
    ...presets.toolify,
    onTruncate: () => {
      told.push("output");
      throw new Error("output");
    },
  };
  const onTruncate = () => {
    told.push("tool");
    throw new Error("tool");
  };
  expect((await toolify(long, { output, onTruncate })()).length).toBe(4081);
  expect(toolifySync(long, { onTruncate })().length).toBe(4081);
  expect(told).toEqual(["output", "tool", "tool"]);
  const event = vi.fn();
  await toolify(long, { onTruncate: event, name: "long" })();
  expect(event.mock.calls).toEqual([
    [expect.objectContaining({ label: "long", unit: "chars", limit: 5000, before: 9000, after: 4081 })],
  ]);
  await toolify(() => "short", { onTruncate: event })();
  expect(event).toHaveBeenCalledOnce();
});

test("a cut belongs to the scope around the call, or to the one that is given", async () => {
  const tool = toolify(async () => {
    await later(1);
    return long();
  });
  const run = await truncationScope(async () => tool());
  expect([run.truncationApplied, run.events.length]).toEqual([true, 1]);
  let later_: Promise<string> | undefined;
  const given = await truncationScope(async (scope) => {
    const own = toolify(long, { scope, name: "own" });
    later_ = own();
    await later_;
  });
  expect(given.events.map((event) => event.label)).toEqual(["own"]);
});

test("what is cut is in the store of the output", async () => {
  const store = new OutputStore();
  const text = await toolify(long, { output: { maxChars: 200, marker: "[{ref}]", store } })();
  expect(text).toContain(`[${refOf(long())}]`);
  expect(store.get(refOf(long()))).toBe(long());
});

test("a counter of tokens that fails loses nothing: the estimate counts", async () => {
  const tokens = (text: string) => {
    if (text.length > 100) throw new Error("no tokenizer");
    return text.length;
  };
  const output = { maxTokens: 60, tokens };
  const words = "some words of a log ".repeat(500);
  for (const text of [await toolify(() => words, { output })(), await toolify(() => [words].values(), { output })()]) {
    expect(text).toMatch(/^some words.*\.\.\. \[truncated [\d,]+ chars\] \.\.\./s);
    expect(text.length).toBeLessThan(400);
  }
});

test("the output may be a number of chars", async () => {
  expect((await toolify(long, { output: 100 })()).length).toBe(100);
});

test("options that are wrong are told when the tool is wrapped", () => {
  const wrong: [unknown, unknown, string][] = [
    [{}, undefined, "tool: {} is not a function"],
    [undefined, undefined, "tool: undefined is not a function"],
    [long, 5, "options: 5 is not an object or a description"],
    [long, [], "options: [] is not an object or a description"],
    [long, null, "options: null is not an object or a description"],
    [
      long,
      { precondition: [] },
      "precondition: is not an option; known are name, description, parse, output, errors, onViolation, scope, onTruncate, preconditions, postconditions, invariants, snapshot, rollback",
    ],
    [long, { errors: "all" }, 'errors: "all" is not "message" or "stack"'],
    [long, { invariants: 5 }, "invariants: 5 is not a list of functions"],
    [long, { onViolation: 5 }, "onViolation: 5 is not a function"],
    [long, { preconditions: long }, "preconditions: a function is not a list of functions"],
    [long, { postconditions: [() => true, 5] }, "postconditions[1]: 5 is not a function"],
    [long, { parse: 5 }, "parse: 5 is not a function"],
    [long, { name: 5 }, "name: 5 is not a string"],
    [long, { description: 5 }, "description: 5 is not a string"],
    [long, { onTruncate: 5 }, "onTruncate: 5 is not a function"],
    [long, { output: "all" }, 'output: "all" is not an object, a number of chars or a function'],
    [long, { output: { maxChars: -1 } }, "maxChars: -1 is not a number of 0 or more"],
  ];
  for (const wrap of [toolify, toolifySync]) {
    for (const [tool, options, message] of wrong) {
      const error = (() => {
        try {
          return wrap(tool as () => unknown, options as object);
        } catch (thrown) {
          return thrown;
        }
      })();
      expect(error, message).toBeInstanceOf(TooltrimError);
      expect(error).toMatchObject({ code: "INVALID_OPTION", message });
    }
    expect(() => wrap(long, { output: { maxChars: 5, marker: "[cut here]" } })).toThrowError(
      expect.objectContaining({ code: "MARKER_TOO_LONG" }),
    );
  }
});

test("what is undefined counts as absent, and what changes later changes nothing", async () => {
  const preconditions = [() => true];
  const options = {
    ...{ name: undefined, description: undefined, parse: undefined, postconditions: undefined },
    ...{ output: undefined, scope: undefined, onTruncate: undefined, preconditions },
  };
  const tool = toolify(long, options);
  preconditions[0] = () => false;
  expect((await tool()).length).toBe(4081);
});

test("1,000 interleaved tools answer each their own", async () => {
  const wrap = (id: number) =>
    toolify(
      async (size: number) => {
        await later(Math.random() * 5);
        if (id % 10 === 9) throw `failure of ${id} `.repeat(size);
        return id % 2 ? `result of ${id} `.repeat(size) : [`piece of ${id} `.repeat(size)].values();
      },
      {
        name: `tool ${id}`,
        preconditions: [
          () => later(Math.random()).then(() => [id % 7 !== 0, `contract of ${id} `.repeat(500)] as const),
        ],
        output: { maxChars: 200 + id, onTruncate: (event) => told.push([id, event.label, event.limit]) },
      },
    );
  const told: [number, string | undefined, number][] = [];
  const texts = await Promise.all(Array.from({ length: 1000 }, (_, id) => wrap(id)(500)));
  for (const [id, text] of texts.entries()) {
    const what = id % 7 === 0 ? "contract" : id % 10 === 9 ? "failure" : id % 2 ? "result" : "piece";
    expect(text.match(/(contract|failure|result|piece) of \d+ /)?.[0]).toBe(`${what} of ${id} `);
    expect(text.length).toBeLessThanOrEqual(200 + id);
  }
  expect(told.length).toBe(1000);
  expect(told.every(([id, label, limit]) => label === `tool ${id}` && limit === 200 + id)).toBe(true);
});

test("with a description alone it answers what wraps, also as a decorator", async () => {
  const read = (path: string) => `text of ${path}`;
  const wrapped = toolify("Reads a file")(Object.assign(read, { schema: { type: "object" }, description: "old" }));
  expect([await wrapped("a"), wrapped.description, wrapped.name]).toEqual(["text of a", "Reads a file", "read"]);
  // As the proposal of decorators calls one.
  class Notes {
    title = "Tides";
    show(this: Notes, times: number) {
      return this.title.repeat(times);
    }
  }
  const method = toolify("Shows a note")(Notes.prototype.show, { kind: "method", name: "show" });
  expect(await method.call(new Notes(), 2)).toBe("TidesTides");
});

test("own properties of a function stay", async () => {
  const secret = Symbol("secret");
  const own = { schema: { type: "object" }, description: "Reads a file", [secret]: 1 };
  const tool = Object.assign(function readFile(path: string) {
    return path;
  }, own);
  Object.defineProperty(tool, "late", { get: () => tool.schema.type, enumerable: false });
  for (const wrapped of [toolify(tool), toolifySync(tool)]) {
    expect(wrapped.schema).toBe(own.schema);
    expect(wrapped[secret]).toBe(1);
    expect([wrapped.name, wrapped.length, wrapped.description]).toEqual(["readFile", 1, "Reads a file"]);
    expect((wrapped as unknown as { late: string }).late).toBe("object");
    expect(Object.keys(wrapped)).toEqual(["schema", "description"]);
    expect(await wrapped("a")).toBe("a");
  }
});
