// What a tool throws.
import { execFile, execFileSync } from "node:child_process";
import { promisify } from "node:util";
import { toolify, toolifySync } from "tooltrim";
import { describe, expect, test, vi } from "vitest";
import { hostile, later } from "./support.js";

const throwing = (thrown: unknown) => () => {
  throw thrown;
};
const STACK = { errors: "stack" } as const;
const rejecting = (thrown: unknown) => () => Promise.reject(thrown);

async function all(thrown: unknown, options?: { readonly errors: "stack" }): Promise<string> {
  const texts = [
    await toolify(throwing(thrown), options)(),
    await toolify(rejecting(thrown), options)(),
    await toolify(async () => {
      await later(0);
      throw thrown;
    }, options)(),
    toolifySync(throwing(thrown), options)(),
  ];
  expect(new Set(texts).size).toBe(1);
  return texts[0] as string;
}

test("a command that failed tells what it printed", async () => {
  const script =
    "console.log('2 passed'); console.log('FAIL cart.test.js'); console.error('npm error'); process.exit(1)";
  const args = ["-e", script];
  const run = toolify(async () => (await promisify(execFile)(process.execPath, args)).stdout);
  const text = await run();
  expect(text).toMatch(/^Tool Failed: Command failed: /);
  expect(text).toMatch(/\n2 passed\nFAIL cart\.test\.js$/);
  // Node's message has what was printed to stderr already.
  expect(text.match(/^npm error$/gm)).toHaveLength(1);
  const sync = toolifySync(() => execFileSync(process.execPath, args, { stdio: "pipe" }));
  expect(sync()).toMatch(/FAIL cart\.test\.js$/);
});

test("output that the command line contains is not lost", async () => {
  const args = ["-e", "process.stdout.write('  done'); process.exit(3)"];
  const run = toolify(async () => (await promisify(execFile)(process.execPath, args)).stdout);
  const sync = toolifySync(() => execFileSync(process.execPath, args, { stdio: "pipe" }));
  for (const text of [await run(), sync()]) expect(text).toMatch(/process\.exit\(3\)\n {2}done$/);
  const failed = new Error("Command failed: x\n hello world\n");
  expect(await all(Object.assign(failed, { stdout: "\nhello\n", stderr: " hello world\n" }))).toBe(
    "Tool Failed: Command failed: x\n hello world\nhello",
  );
});

test("an error is told with its message and those of its causes: no stack, no place of the host", async () => {
  const cause = new AggregateError([new Error("IPv4 refused"), new Error("IPv6 refused")], "connect failed");
  expect(await all(new TypeError("fetch failed", { cause }))).toBe(
    "Tool Failed: fetch failed\nCaused by: connect failed\nCaused by: IPv4 refused\nCaused by: IPv6 refused",
  );
  const same = new Error("disk full", { cause: new Error("disk full") });
  expect(await all(same)).toBe("Tool Failed: disk full");
  const places = `Cannot find module '${process.cwd()}/src/a.js' imported from file:///srv/app/dist/core.js, /home/ann/x`;
  expect(await all(new Error(places))).toBe(
    "Tool Failed: Cannot find module 'src/a.js' imported from \u2026/dist/core.js, ~/x",
  );
  const bad = toolifySync(() => 1, { parse: throwing(new Error("no /home/ann/x")), preconditions: [] });
  expect(bad()).toBe("Tool Failed: bad input: no ~/x");
  const failing = toolifySync(() => 1, { preconditions: [throwing(new Error("no /home/ann/x"))] });
  expect(failing()).toContain("Tool Failed: no ~/x");
});

test("asked for, the stack is on the next lines, with places shortened", async () => {
  const error = new TypeError("disk full");
  const text = await all(error, STACK);
  const [message, title, ...stack] = text.split("\n");
  expect([message, title, stack[0]]).toEqual(["Tool Failed: disk full", "Traceback:", "TypeError: disk full"]);
  expect(stack[1]).toMatch(/^ {4}at .*js\/test\/tool\/failures\.test\.ts:\d+:\d+\)?$/);
  expect(text).not.toContain(process.cwd());
});

test("a stack ends with the tool's own frames", async () => {
  const later = async () => {
    await Promise.resolve();
    throw new Error("later");
  };
  const now = () => {
    throw new Error("now");
  };
  const names = (text: string) => [...text.matchAll(/^ +at (?:async )?(\S+)/gm)].map(([, name]) => name);
  async function tool() {
    await later();
  }
  expect(names(await toolify(tool, STACK)())).toEqual(["later", "tool"]);
  expect(names(await toolify(now, STACK)())).toEqual(["now"]);
  expect(names(toolifySync(now, STACK)())).toEqual(["now"]);
  async function* pieces() {
    await later();
    yield "";
  }
  function* lines() {
    yield now();
  }
  expect(names(await toolify(pieces, STACK)())).toEqual(["later", "pieces"]);
  expect(names(toolifySync(lines, STACK)()).slice(0, 2)).toEqual(["now", "lines"]);
  expect(toolifySync(lines, STACK)()).not.toMatch(/dist\/(code|wasm)/);
});

test("stacks of other engines end there as well", async () => {
  const stack = "tool@file:///srv/a.js:1:2\nasync*toolifiedCall@file:///srv/core.js:1:2\nmain@file:///srv/b.js:1:2";
  const text = await all(Object.assign(new Error("no"), { stack }), STACK);
  expect(text).toMatch(/tool@/);
  expect(text).not.toMatch(/core\.js|main@/);
});

test("what is no error is told as its text", async () => {
  const rows: [unknown, string][] = [
    [null, "null"],
    [undefined, "undefined"],
    ["a text", "a text"],
    ["", "no message was given"],
    ["  \n", "no message was given"],
    [42, "42"],
    [0n, "0"],
    [Symbol("it"), "Symbol(it)"],
    [{ code: 5, message: "no" }, '{\n  "code": 5,\n  "message": "no"\n}'],
    [["a"], '[\n  "a"\n]'],
  ];
  for (const [thrown, text] of rows) expect(await all(thrown)).toBe(`Tool Failed: ${text}`);
});

test("an error without a message is told by its name, one without a stack without a traceback", async () => {
  const error = Object.assign(new RangeError(), { stack: "" });
  expect(await all(error)).toBe("Tool Failed: RangeError");
  expect(await all(Object.assign(new Error("gone"), { stack: 5 }))).toBe("Tool Failed: gone");
});

test("an error of another realm or library is an error", async () => {
  const alike = { name: "HTTPError", message: "not found", stack: "HTTPError: not found\n    at there" };
  expect(await all(alike, STACK)).toBe("Tool Failed: not found\nTraceback:\nHTTPError: not found\n    at there");
});

test("causes are told, to where they repeat themselves", async () => {
  const first = Object.assign(new Error("ENOSPC"), { stack: "Error: ENOSPC\n    at disk" });
  const second = Object.assign(new Error("cannot write", { cause: first }), {
    stack: "Error: cannot write\n    at file",
  });
  first.cause = second;
  expect(await all(second, STACK)).toBe(
    "Tool Failed: cannot write\nTraceback:\nError: cannot write\n    at file\nCaused by: Error: ENOSPC\n    at disk",
  );
  const third = Object.assign(new Error("no", { cause: "a text" }), { stack: "" });
  expect(await all(third, STACK)).toBe("Tool Failed: no\nTraceback:\nCaused by: a text");
});

test("the errors of an aggregate are told, but not a thousand", async () => {
  const error = (message: string) => Object.assign(new Error(message), { stack: `Error: ${message}` });
  const aggregate = new AggregateError([error("a"), error("b")], "All promises were rejected");
  aggregate.stack = "AggregateError: All promises were rejected";
  expect(await all(aggregate, STACK)).toBe(
    `Tool Failed: All promises were rejected
Traceback:
AggregateError: All promises were rejected
Caused by: Error: a
Caused by: Error: b`,
  );
  aggregate.errors = Array.from({ length: 1000 }, (_, n) => error(`no. ${n}`));
  expect((await all(aggregate, STACK)).match(/Caused by: /g)?.length).toBe(15);
});

describe("a wrapped tool answers a text, whatever", () => {
  test.each(Object.entries(hostile))(
    "%s is thrown, returned, yielded, given or answered by a contract",
    async (_, make) => {
      const contract = (() => make()) as () => boolean;
      const tools: (() => unknown)[] = [
        throwing(make()),
        rejecting(make()),
        () => make(),
        async () => make(),
        function* () {
          yield "a";
          yield make();
        },
        async function* () {
          yield make();
          throw make();
        },
      ];
      for (const tool of tools) {
        expect(typeof (await toolify(tool)())).toBe("string");
        expect(typeof toolifySync(tool)()).toBe("string");
      }
      for (const preconditions of [[contract], [throwing(make())]]) {
        const options = { preconditions, parse: () => [make()] as [unknown] };
        expect(await toolify((_: unknown) => 1, options)(make())).toContain("Contract validation failed:");
        expect(toolifySync((_: unknown) => 1, options)(make())).toContain("Contract validation failed:");
        const bad = { parse: throwing(make()) };
        expect(await toolify(() => 1, bad)()).toContain("Tool Failed: bad input: ");
        expect(toolifySync(() => 1, bad)()).toContain("Tool Failed: bad input: ");
      }
    },
  );
});

test("a class is no tool, and says so", async () => {
  class Tool {}
  expect(await toolify(Tool as unknown as () => unknown)()).toContain("Tool Failed: Class constructor Tool cannot be");
});

test("a promise that nobody waits for never ends the process", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  const rejects = async () => {
    await later(1);
    throw new Error("later");
  };
  toolifySync(rejects)();
  toolifySync(() => 1, { preconditions: [rejects as unknown as () => boolean] })();
  toolifySync(() => 1, { parse: rejects as unknown as () => [] })();
  toolifySync(function* () {
    yield rejects();
  })();
  toolifySync(() => "x".repeat(9000), { onTruncate: rejects })();
  toolifySync(() => "x".repeat(9000), { output: { maxChars: 50, onTruncate: rejects }, onTruncate: rejects })();
  await later(30);
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

test("a lazy query that a sync tool answers is not begun", () => {
  const begun = vi.fn();
  // biome-ignore lint/suspicious/noThenProperty: a thenable
  const query = { then: begun };
  expect(toolifySync(() => query)()).toBe("Tool Failed: the tool is asynchronous, use toolify");
  expect(begun).not.toHaveBeenCalled();
});
