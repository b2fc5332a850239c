// Each backend of ours keeps what it is given, whatever the key; and what is special about each.
import { execFile, execFileSync, spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type FileBackendOptions, fileBackend, OutputStore, type StoreBackend, vscodeBackend } from "tooltrim/store";
import { afterAll, describe, expect, test } from "vitest";
import { refOf } from "../support/refs.js";
import { folderOf, memento } from "./vscode.js";

const root = mkdtempSync(join(tmpdir(), "tooltrim-backends-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;
const newFolder = () => {
  folders += 1;
  return join(root, `folder-${folders}`);
};
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

const backends: Record<string, () => StoreBackend> = {
  fileBackend: () => fileBackend(newFolder()),
  "vscodeBackend with a folder": () => vscodeBackend(folderOf(newFolder())),
  "vscodeBackend with a Memento": () => vscodeBackend(memento()),
};

const keys = [
  "tooltrim:a:R1",
  "tooltrim:a:r1",
  "tooltrim:A:R1",
  "tooltrim:%0041:R1",
  "a/b",
  "a\\b",
  "../../outside",
  "..",
  ".",
  ".hidden",
  "con",
  "CON.txt",
  "com1.x",
  " ",
  "a ",
  "a.",
  "_a",
  "A",
  "a",
  "a\0b",
  "=0041",
  "~",
  "ä",
  "a\u0308",
  "\ud83d",
  "x".repeat(119),
  "x".repeat(120),
  "x".repeat(121),
  `${"x".repeat(5000)}y`,
  `${"x".repeat(5000)}z`,
];

describe.each(Object.entries(backends))("%s", (_, make) => {
  test("keeps a value for each key, apart from all others", async () => {
    const backend = make();
    for (const key of keys) expect(await backend.get(key)).toBeUndefined();
    for (const key of keys) await backend.set(key, `of ${key.replace(/\p{Surrogate}/gu, "?")}`);
    for (const key of keys) expect(await backend.get(key)).toBe(`of ${key.replace(/\p{Surrogate}/gu, "?")}`);
    await backend.set("a", "another");
    expect(await backend.get("a")).toBe("another");
    expect(await backend.delete("a")).toBe(true);
    expect(await backend.delete("a")).toBe(false);
    expect(await backend.get("a")).toBeUndefined();
    expect(await backend.get("A")).toBe("of A");
  });

  test("keeps values as they are", async () => {
    const backend = make();
    for (const value of ["", "\ufeffa\r\n", "\0", "🪡".repeat(300_000), "a\u0308 ä"]) {
      await backend.set("key", value);
      expect(await backend.get("key")).toBe(value);
    }
  });

  test("carries a store from one process to the next", async () => {
    const backend = make();
    const store = new OutputStore({ backend });
    const texts = ["a log", "\ud83d alone", "x".repeat(1_000_000)];
    const refs = texts.map((text) => store.put(text));
    await store.flush();
    const next = new OutputStore({ backend });
    expect(await Promise.all(refs.map((ref) => next.load(ref)))).toEqual(texts);
  });
});

describe("fileBackend", () => {
  test("names its files so that no two are one where upper and lower case are the same", async () => {
    const folder = newFolder();
    const backend = fileBackend(folder);
    for (const key of keys) await backend.set(key, "");
    const names = readdirSync(folder);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(keys.length);
    for (const name of names) expect(name).toMatch(/^[a-z0-9.+=_~-]{1,124}$/);
    for (const name of names) expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)\.|\.$/);
    expect(readdirSync(root)).not.toContain("outside.txt");
  });

  test.skipIf(process.platform === "win32")("lets nobody else read them", async () => {
    const folder = newFolder();
    await fileBackend(join(folder, "new")).set("tooltrim:a:R1", "secret");
    const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
    expect([folder, join(folder, "new"), join(folder, "new/tooltrim+a+_r1.txt")].map(modeOf)).toEqual([
      "700",
      "700",
      "600",
    ]);
  });

  test("stays in the folder that it was given when the process goes elsewhere", async () => {
    const folder = newFolder();
    mkdirSync(folder);
    const script = `
      import { fileBackend } from "tooltrim/store";
      process.chdir(${JSON.stringify(folder)});
      const backend = fileBackend("kept");
      process.chdir("/");
      await backend.set("a", "b");`;
    await node(script);
    expect(readdirSync(join(folder, "kept"))).toEqual(["a.txt"]);
  });

  test("a damaged file is an error and no text", async () => {
    const folder = newFolder();
    const backend = fileBackend(folder);
    await backend.set("tooltrim:default:R1", "a text");
    writeFileSync(join(folder, "tooltrim+default+_r1.txt"), Buffer.from([0x61, 0xff]));
    await expect(backend.get("tooltrim:default:R1")).rejects.toThrow("not valid");
  });

  test.each([
    ["", '""'],
    [5, "5"],
    [undefined, "undefined"],
  ])("refuses %o as a folder", (folder, shown) => {
    expect(() => fileBackend(folder as string)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", message: `folder: ${shown} is not the path of a folder` }),
    );
  });

  test("where there are no files it says so, and the rest of the package works", async () => {
    const script = `
      process.getBuiltinModule = undefined;
      const { fileBackend, OutputStore } = await import("tooltrim/store");
      new OutputStore().put("text");
      try { fileBackend("folder") } catch ({ code, message }) { console.log(code, message) }`;
    expect((await node(script)).stdout).toBe(
      "INVALID_OPTION fileBackend: there are no files here; it needs Node 20.16 or newer\n",
    );
  });

  test("a folder that cannot be is an error that says so", async () => {
    const folder = newFolder();
    writeFileSync(folder, "a file");
    const store = new OutputStore({ backend: fileBackend(folder) });
    store.put("text");
    await expect(store.flush()).rejects.toMatchObject({
      code: "BACKEND_FAILED",
      message: expect.stringMatching(/(EEXIST|ENOTDIR).*; 1 result stays in memory only$/),
    });
    expect(store.get(refOf("text"))).toBe("text");
  });

  test("of several processes that write at once, each file is as one of them wrote it", {
    timeout: 60_000,
  }, async () => {
    const folder = newFolder();
    const script = (letter: string) => `
      import { fileBackend } from "tooltrim/store";
      const backend = fileBackend(${JSON.stringify(folder)});
      for (let at = 0; at < 60; at += 1) await backend.set("key", "${letter}".repeat(300_000));`;
    const backend = fileBackend(folder);
    let over = false;
    const writers = Promise.all(["a", "b"].map((letter) => node(script(letter)))).finally(() => {
      over = true;
    });
    const seen = new Set<string>();
    while (!over) {
      const value = (await backend.get("key")) as string | undefined;
      if (value !== undefined) seen.add(value);
      expect(seen.size).toBeLessThanOrEqual(2);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await writers;
    expect([...seen].map((value) => [value.length, new Set(value).size])).toEqual([...seen].map(() => [300_000, 1]));
    expect(seen.size).toBeGreaterThan(0);
    expect(readdirSync(folder)).toEqual(["key.txt"]);
  });

  test("a process killed while it writes leaves whole files, and what else it leaves goes away", {
    timeout: 60_000,
  }, async () => {
    const folder = newFolder();
    const script = `
      import { fileBackend } from "tooltrim/store";
      const backend = fileBackend(${JSON.stringify(folder)});
      const letters = "abcdefgh";
      for (let at = 0; ; at += 1) {
        await Promise.all([..."12345"].map((key) => backend.set(key, letters[at % 8].repeat(3_000_000))));
        if (at === 0) console.log("begun");
      }`;
    const left: string[] = [];
    for (let tries = 0; tries < 20 && left.length === 0; tries += 1) {
      const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      await new Promise((resolve) => child.stdout.once("data", resolve));
      // As soon as a file is in the making, which is all the time.
      const isOne = (name: string) => name.endsWith(".tmp");
      for (let looks = 0; looks < 100_000 && !readdirSync(folder).some(isOne); looks += 1);
      child.kill("SIGKILL");
      await new Promise((resolve) => child.once("close", resolve));
      for (const key of "12345") {
        const value = (await fileBackend(folder).get(key)) as string;
        expect([value.length, value.replaceAll(value[0] as string, "")]).toEqual([3_000_000, ""]);
      }
      left.push(...readdirSync(folder).filter((name) => name.endsWith(".tmp")));
    }
    expect(left.length).toBeGreaterThan(0);
    // One that is young may be in the making.
    await fileBackend(folder).set("6", "");
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual(left);
    for (const name of left) {
      const [start, made, ...rest] = name.split("-");
      const older = Number.parseInt(made as string, 36) - 11 * 60_000;
      renameSync(join(folder, name), join(folder, [start, older.toString(36), ...rest].join("-")));
    }
    await fileBackend(folder).set("6", "");
    expect(readdirSync(folder).sort()).toEqual([..."123456"].map((key) => `${key}.txt`));
  });

  const canMount = process.platform === "linux" && process.getuid?.() === 0 && mountsTmpfs();
  test.skipIf(!canMount)("a disk that is full loses nothing that is in memory", async () => {
    const folder = newFolder();
    mkdirSync(folder);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=512k", "tmpfs", folder]);
    try {
      const backend = fileBackend(join(folder, "kept"));
      const filler = join(folder, "filler");
      writeFileSync(filler, "x".repeat(300_000));
      const store = new OutputStore({ backend });
      const texts = numbers(6).map((number) => `${number} `.repeat(number === 4 ? 140_000 : 100));
      for (const text of texts) store.put(text);
      await expect(store.flush()).rejects.toMatchObject({
        code: "BACKEND_FAILED",
        message: expect.stringMatching(/^backend: writing #\w{8} failed: ENOSPC.*; \d results? stays? in memory only$/),
      });
      expect(texts.map((text) => store.get(refOf(text)))).toEqual(texts);
      expect(readdirSync(join(folder, "kept")).filter((name) => name.endsWith(".tmp"))).toEqual([]);
      rmSync(filler);
      await store.flush();
      const next = new OutputStore({ backend });
      expect(await Promise.all(texts.map((text) => next.load(refOf(text))))).toEqual(texts);
    } finally {
      execFileSync("umount", [folder]);
    }
  });

  test.skipIf(process.platform === "win32")("a file that may not grow so large loses nothing", async () => {
    const folder = newFolder();
    const script = `
      import { fileBackend, OutputStore } from "tooltrim/store";
      const store = new OutputStore({ backend: fileBackend(${JSON.stringify(folder)}) });
      const small = store.put("small");
      const large = store.put("x".repeat(500_000));
      const { code, message } = await store.flush().then(() => ({}), (error) => error);
      console.log(JSON.stringify([code, message, store.get(small), store.get(large).length]));`;
    // In blocks of 512 or 1,024 bytes.
    const limited = `ulimit -f 100; exec "$0" --input-type=module -e "$1"`;
    const { stdout } = await promisify(execFile)("sh", ["-c", limited, process.execPath, script]);
    const [code, message, ...rest] = JSON.parse(stdout);
    expect([code, ...rest]).toEqual(["BACKEND_FAILED", "small", 500_000]);
    expect(message).toMatch(/^backend: writing #\w{8} failed: EFBIG.*; 1 result stays in memory only$/);
    expect(readdirSync(folder)).toEqual([`tooltrim+default+${refOf("small").slice(1)}.txt`]);
  });
});

describe.each([
  ["fileBackend", fileBackend],
  ["vscodeBackend", (folder: string, options?: FileBackendOptions) => vscodeBackend(folderOf(folder), options)],
])("%s with a limit", (_, make) => {
  const text = (number: number) => `${number} `.padEnd(100, "x");
  const fileOf = (folder: string, text: string) => join(folder, `tooltrim+default+${refOf(text).slice(1)}.txt`);
  const there = (folder: string) => numbers(9).filter((number) => existsSync(fileOf(folder, text(number))));
  /** Writes a text, and makes it so many days old. */
  async function write(backend: StoreBackend, folder: string, number: number, days: number): Promise<void> {
    const store = new OutputStore({ backend });
    store.put(text(number));
    await store.flush();
    const time = Date.now() / 1000 - days * 24 * 60 * 60;
    if (existsSync(fileOf(folder, text(number)))) utimesSync(fileOf(folder, text(number)), time, time);
  }

  test("of bytes lets the texts leave that were not written for the longest time", async () => {
    const folder = newFolder();
    const backend = make(folder, { retain: { bytes: 350 } });
    for (const number of numbers(3)) await write(backend, folder, number, 10 - number);
    // Written again by another process.
    await write(make(folder), folder, 1, 1);
    await write(backend, folder, 4, 0);
    expect(there(folder)).toEqual([1, 3, 4]);
    await expect(new OutputStore({ backend }).load(refOf(text(2)))).rejects.toMatchObject({
      code: "UNKNOWN_REF",
      message: expect.stringContaining("has left the store: only the newest results are kept"),
    });
    writeFileSync(join(folder, "tooltrim+default+_r1.txt"), "of an earlier version, and so old");
    writeFileSync(join(folder, "another file"), "x".repeat(1000));
    utimesSync(join(folder, "tooltrim+default+_r1.txt"), 1, 1);
    await write(make(folder, { retain: { bytes: 350 } }), folder, 5, 0);
    expect(there(folder)).toEqual([1, 4, 5]);
    expect(readdirSync(folder).filter((name) => !/\+\w{8}\.txt$/.test(name))).toEqual(["another file"]);
  });

  test("that a text is above by itself keeps the others", async () => {
    const folder = newFolder();
    const backend = make(folder, { retain: { bytes: 350 } });
    for (const number of numbers(2)) await write(backend, folder, number, 0);
    const store = new OutputStore({ backend });
    store.put("x".repeat(400));
    await store.flush();
    expect(there(folder)).toEqual([1, 2]);
  });

  test("of days", async () => {
    const folder = newFolder();
    for (const number of numbers(3)) await write(make(folder), folder, number, number);
    await write(make(folder, { retain: { days: 1.5 } }), folder, 4, 0);
    expect(there(folder)).toEqual([1, 4]);
  });

  test("that a text is above does not keep it", async () => {
    const folder = newFolder();
    await write(make(folder, { retain: { bytes: 99 } }), folder, 1, 0);
    expect(there(folder)).toEqual([]);
  });

  test("that is none is refused", () => {
    for (const retain of [5, { bytes: -1 }, { days: Number.NaN }, { weeks: 1 }]) {
      expect(() => make(newFolder(), { retain: retain as never })).toThrow(
        expect.objectContaining({ code: "INVALID_OPTION", message: expect.stringMatching(/^retain/) }),
      );
    }
  });
});

describe("vscodeBackend", () => {
  test("writes a file beside its place and then moves it there", async () => {
    const folder = newFolder();
    const { storageUri, fs } = folderOf(folder);
    const moves: string[] = [];
    const rename: typeof fs.rename = async (source, target, options) => {
      moves.push(`${source.path.endsWith(".tmp")} ${target.path.slice(folder.length)} ${options.overwrite}`);
      await fs.rename(source, target, options);
    };
    await vscodeBackend({ storageUri, fs: { ...fs, rename } }).set("tooltrim:a:R1", "a text");
    expect(moves).toEqual(["true /tooltrim+a+_r1.txt true"]);
    expect(readFileSync(join(folder, "tooltrim+a+_r1.txt"), "utf8")).toBe("a text");
  });

  test("an error of the file system fails the flush, and the file half written goes", async () => {
    const folder = newFolder();
    const { storageUri, fs: files } = folderOf(folder);
    const rename = async () => {
      throw Object.assign(new Error("NoPermissions (FileSystemError)"), { code: "NoPermissions" });
    };
    const store = new OutputStore({ backend: vscodeBackend({ storageUri, fs: { ...files, rename } }) });
    store.put("a text");
    await expect(store.flush()).rejects.toMatchObject({
      code: "BACKEND_FAILED",
      message: expect.stringMatching(/NoPermissions.*; 1 result stays in memory only$/),
    });
    expect(await fs.readdir(folder)).toEqual([]);
  });

  test.each([[undefined], [{}], [{ get: () => 1 }], [{ storageUri: undefined, fs: {} }], ["folder"]])(
    "refuses %o",
    (storage) => {
      expect(() => vscodeBackend(storage as never)).toThrow(
        expect.objectContaining({
          code: "INVALID_OPTION",
          message: expect.stringMatching(/^storage: .* is neither a/),
        }),
      );
    },
  );
});

/** A process of its own, with the package. */
const node = (script: string) => promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);

/** Containers may forbid it to root as well. */
function mountsTmpfs(): boolean {
  const folder = newFolder();
  mkdirSync(folder);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder], { stdio: "ignore" });
    execFileSync("umount", [folder]);
    return true;
  } catch {
    return false;
  }
}
