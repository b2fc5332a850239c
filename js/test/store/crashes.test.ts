// A store that ends at any moment leaves a namespace that the next one opens, with all that was acknowledged.
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { OutputStore, type StoreBackend } from "tooltrim/store";
import { describe, expect, test, vi } from "vitest";
import { bury, keyOf } from "./fickle.js";

const node = (script: string) => promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);

/** Does so many writes and deletes, and then no more, as if its process had been killed. */
class Mortal implements StoreBackend {
  readonly isReliable = true;
  constructor(
    readonly values: Map<string, string>,
    public left: number,
  ) {}
  get(key: string): unknown {
    return this.left > 0 ? this.values.get(key) : Promise.reject(new Error("killed"));
  }
  set(key: string, value: string): unknown {
    return this.#do(() => this.values.set(key, value));
  }
  delete(key: string): unknown {
    return this.#do(() => this.values.delete(key));
  }
  add(key: string, value: string): unknown {
    return this.#do(() => !this.values.has(key) && this.values.set(key, value) === this.values);
  }
  #do(work: () => unknown): unknown {
    if (this.left <= 0) return Promise.reject(new Error("killed"));
    this.left -= 1;
    return work();
  }
}

test("killed between any two writes, also while one record takes the place of many", async () => {
  const before = new Map<string, string>();
  const retain = { bytes: 400 };
  const known = new Map<string, string>();
  const first = await OutputStore.open({ backend: before, retain });
  const write = async (store: OutputStore, number: number) => {
    const text = `text ${number} `.padEnd(100, "x");
    const ref = store.put(text);
    await store.flush();
    known.set(ref, text);
  };
  for (let number = 1; number < 253; number += 1) await write(first, number);
  await first.close();
  let isOver = false;
  let compacted = 0;
  for (let operations = 1; !isOver; operations += 1) {
    const backend = new Mortal(new Map(before), operations);
    const acknowledged = new Map(known);
    try {
      const store = await OutputStore.open({ backend, retain });
      for (let number = 253; number < 258; number += 1) {
        const text = `text ${number} `.padEnd(100, "x");
        const ref = store.put(text);
        await store.flush();
        acknowledged.set(ref, text);
      }
      await store.close();
      isOver = true;
    } catch {
      // Killed.
    }
    const { values } = backend;
    bury(values);
    if (values.has("tooltrim:default:index")) compacted += 1;
    const next = await OutputStore.open({ backend: values, retain });
    const given = Math.max(...[...acknowledged.keys()].map((ref) => Number(ref.slice(2))));
    // Of the four that may stay the oldest may have left for one that was not acknowledged.
    for (let number = given - 2; number <= given; number += 1) {
      expect(await next.load(`#R${number}`), `after ${operations} operations`).toBe(acknowledged.get(`#R${number}`));
    }
    expect(Number(next.put("a new text").slice(2))).toBeGreaterThan(given);
    await next.flush();
    const texts = [...values].filter(([key]) => /:R\d+$/.test(key));
    const bytes = texts.reduce((sum, [, text]) => sum + text.length, 0);
    expect(bytes, `after ${operations} operations: ${texts.map(([key]) => key)}`).toBeLessThanOrEqual(400);
  }
  expect(compacted).toBeGreaterThan(100);
});

describe("who has a namespace", () => {
  const inUse = expect.objectContaining({ code: "INVALID_OPTION", message: expect.stringContaining(" is in use by ") });
  /** A namespace as a store of another owner leaves it that has not closed it. */
  async function left(owner: object, minutes: number): Promise<Map<string, string>> {
    const backend = new Map<string, string>();
    const store = await OutputStore.open({ backend });
    store.put("a text");
    await store.flush();
    bury(backend);
    for (const [key, value] of backend) {
      const told = value
        .replace(/^open (.*)$/m, (_, own) => `open ${JSON.stringify({ ...JSON.parse(own), ...owner })}`)
        .replace(/^(tooltrim-journal 1 \w+) \d+/, `$1 ${Date.now() - minutes * 60_000}`);
      backend.set(key, told);
    }
    return backend;
  }
  const { ppid } = process;

  test.each([
    ["a process of another machine that was heard of", { host: "another", pid: 1 }, 0.5],
    ["a page", { host: undefined, pid: undefined }, 0.5],
    ["another thread of this process", { pid: process.pid, thread: 99 }, 0.5],
  ])("%s has it, until it was silent for a minute", async (_, owner, minutes) => {
    const backend = await left(owner, minutes);
    await expect(OutputStore.open({ backend })).rejects.toEqual(inUse);
    const silent = await left(owner, 1.1);
    expect(await (await OutputStore.open({ backend: silent })).load("#R1")).toBe("a text");
  });

  test("a sign of life is believed", async () => {
    const backend = await left({ host: "another", pid: 1 }, 10);
    const writer = keyOf(backend, "R1").split(":").at(-2);
    backend.set(`tooltrim:default:${writer}:alive`, `${Date.now() - 30_000}`);
    await expect(OutputStore.open({ backend })).rejects.toEqual(inUse);
    backend.set(`tooltrim:default:${writer}:alive`, `${Date.now() - 70_000}`);
    await OutputStore.open({ backend });
    expect([...backend.keys()].filter((key) => key.endsWith(":alive"))).toEqual([]);
  });

  test("a store says every 20 seconds that it has it, until it is closed", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"], now: 1e12 });
    try {
      const backend = new Map<string, string>();
      const store = await OutputStore.open({ backend });
      const signs = () => [...backend].filter(([key]) => key.endsWith(":alive")).map(([, time]) => Number(time) - 1e12);
      const after = async (seconds: number) => {
        await vi.advanceTimersByTimeAsync(seconds * 1000);
        return signs();
      };
      expect([await after(19), await after(1), await after(19), await after(1)]).toEqual([
        [],
        [20_000],
        [20_000],
        [40_000],
      ]);
      await store.close();
      expect([signs(), await after(60)]).toEqual([[], []]);
    } finally {
      vi.useRealTimers();
    }
  });

  test.skipIf(process.platform !== "linux")(
    "a process has it as long as it runs, but not one with its number",
    async () => {
      const { readFileSync } = await import("node:fs");
      const stat = readFileSync(`/proc/${ppid}/stat`, "latin1");
      const start = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
      await expect(OutputStore.open({ backend: await left({ pid: ppid, start }, 100) })).rejects.toEqual(
        expect.objectContaining({ message: expect.stringContaining(` of process ${ppid} on ${hostname()};`) }),
      );
      const reused = await OutputStore.open({ backend: await left({ pid: ppid, start: "1" }, 0) });
      expect(await reused.load("#R1")).toBe("a text");
    },
  );
});

test("where a file has one name only, files are added all the same", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tooltrim-links-"));
  try {
    const script = `
      import fs from "node:fs";
      import { fileBackend, OutputStore } from "tooltrim/store";
      fs.promises.link = () => Promise.reject(Object.assign(new Error("EPERM: operation not permitted, link"), { code: "EPERM" }));
      const backend = fileBackend(${JSON.stringify(folder)});
      const added = await Promise.all([..."abcdefgh"].map((value) => backend.add("key", value)));
      const store = await OutputStore.open({ backend });
      store.put("a text");
      await store.close();
      const next = await OutputStore.open({ backend });
      console.log(JSON.stringify([added.filter(Boolean).length, await backend.add("key", "z"), await next.load("#R1")]));`;
    expect(JSON.parse((await node(script)).stdout)).toEqual([1, false, "a text"]);
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
