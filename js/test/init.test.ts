// Where the WebAssembly comes from, and when. Each test loads the library anew.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as Slim from "tooltrim/slim";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const bytes = readFileSync(new URL("../../pkg/dist/tooltrim.wasm", import.meta.url));
const original = { Module: WebAssembly.Module, compile: WebAssembly.compile };
const compiled = { now: 0, later: 0 };

beforeEach(() => {
  vi.resetModules();
  Object.assign(compiled, { now: 0, later: 0 });
  WebAssembly.Module = new Proxy(original.Module, {
    construct(target, given) {
      // What unpacks the wasm is a small module of its own.
      if (given[0].byteLength > 10_000) compiled.now += 1;
      return Reflect.construct(target, given);
    },
  });
  WebAssembly.compile = (source) => {
    compiled.later += 1;
    return original.compile(source);
  };
});

afterEach(() => {
  Object.assign(WebAssembly, original);
});

function expectToWork(library: Pick<typeof Slim, "trim" | "measure">): void {
  expect(library.trim("0123456789", { maxChars: 3, marker: "~", snap: "char" }).text).toBe("0~9");
  expect(library.measure("text").chars).toBe(4);
}

test("nothing is compiled before the first use, and only once", async () => {
  const library = await import("tooltrim");
  expect(compiled).toEqual({ now: 0, later: 0 });
  expectToWork(library);
  library.initSync();
  await library.init();
  expectToWork(library);
  expect(compiled).toEqual({ now: 1, later: 0 });
});

test("init compiles beforehand, without blocking", async () => {
  const library = await import("tooltrim");
  await library.init();
  expectToWork(library);
  expect(compiled).toEqual({ now: 0, later: 1 });
});

test("where no file can be read, as in a browser, tooltrim unpacks its wasm", async () => {
  vi.stubGlobal("process", undefined);
  try {
    expectToWork(await import("../../pkg/dist/index.js"));
  } finally {
    vi.unstubAllGlobals();
  }
});

test("where the host compiles nothing, the error names the policy", async () => {
  WebAssembly.Module = class {
    constructor() {
      throw new WebAssembly.CompileError("blocked by CSP");
    }
  } as unknown as typeof WebAssembly.Module;
  const { trim } = await import("../../pkg/dist/text.js");
  const message = expect.stringMatching(/^wasm: this host does not compile it: .*blocked by CSP.*'wasm-unsafe-eval'$/);
  expect(() => trim("x")).toThrow(expect.objectContaining({ code: "NOT_INITIALIZED", message }));
});

test.each([".js", ".cjs"])(
  "in Node, tooltrim reads the .wasm file and says so when it is missing (%s)",
  async (extension) => {
    const folder = mkdtempSync(join(tmpdir(), "tooltrim-"));
    const without = async (missing: string) => {
      const copy = join(folder, missing);
      cpSync(new URL("../../pkg/dist", import.meta.url), copy, { recursive: true });
      writeFileSync(join(copy, "package.json"), '{"type":"module"}');
      rmSync(join(copy, missing), { recursive: true });
      return import(join(copy, "file", `text${extension}`));
    };
    try {
      expectToWork(await without("base64"));
      const { trim } = await without("text.wasm");
      const message = expect.stringMatching(/^wasm: cannot be read: .*text\.wasm.*initSync\(bytes\)$/);
      expect(() => trim("x")).toThrow(expect.objectContaining({ code: "NOT_INITIALIZED", message }));
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

test("tooltrim also takes a wasm that it is given", async () => {
  const library = await import("tooltrim");
  library.initSync(new original.Module(bytes));
  expectToWork(library);
  expect(compiled).toEqual({ now: 0, later: 0 });
});

test("tooltrim/slim says what to do when it was not given its wasm", async () => {
  const library = await import("tooltrim/slim");
  const message = "tooltrim/slim: call init(wasm) or initSync(wasm) first";
  const error = expect.objectContaining({ name: "TooltrimError", code: "NOT_INITIALIZED", message });
  const uses = [
    () => library.trim("x"),
    () => new library.Trimmer(100),
    () => library.measure("x"),
    () => library.estimateTokens("x"),
    () => library.presets.toolify,
    () => library.presets.field(100),
    () => library.initSync(),
  ];
  for (const use of uses) expect(use).toThrow(error);
  await expect(library.init()).rejects.toEqual(error);
  // It is not too late.
  library.initSync(bytes);
  expectToWork(library);
});

const response = () => new Response(new Uint8Array(bytes), { headers: { "content-type": "application/wasm" } });

test.each<[string, () => Slim.WasmInput]>([
  ["a Buffer", () => bytes],
  ["an ArrayBuffer", () => new Uint8Array(bytes).buffer],
  ["a compiled module", () => new original.Module(bytes)],
  ["a response", response],
  ["the promise of a response", async () => response()],
])("tooltrim/slim is ready after init with %s, and calling it again does nothing", async (_, input) => {
  const library = await import("tooltrim/slim");
  await library.init(input());
  const once = { ...compiled };
  expectToWork(library);
  await library.init(input());
  library.initSync(bytes);
  expectToWork(library);
  expect(compiled).toEqual(once);
});

test("two inits at the same time give one library", async () => {
  const library = await import("tooltrim/slim");
  await Promise.all([library.init(bytes), library.init(response())]);
  expectToWork(library);
});

test("what is no wasm is refused, and init may be tried again", async () => {
  const library = await import("tooltrim/slim");
  const refused = expect.objectContaining({ code: "INVALID_OPTION", cause: expect.any(WebAssembly.CompileError) });
  expect(() => library.initSync(new Uint8Array([1, 2, 3]))).toThrow(refused);
  await expect(library.init(new Uint8Array([1, 2, 3]))).rejects.toThrow(refused);
  expect(() => library.trim("x")).toThrow(expect.objectContaining({ code: "NOT_INITIALIZED" }));
  await library.init(bytes);
  expectToWork(library);
});

test("the version is that of the package", async () => {
  const { version } = JSON.parse(readFileSync(new URL("../../pkg/package.json", import.meta.url), "utf8"));
  expect((await import("tooltrim")).version).toBe(version);
  expect((await import("tooltrim/slim")).version).toBe(version);
});
