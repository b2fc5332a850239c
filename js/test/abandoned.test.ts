// Streams that nobody finishes, in a process of its own that is never asked to collect garbage.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { TrimStream } from "tooltrim";
import { beforeAll, expect, test } from "vitest";

const MEGABYTE = 1024 * 1024;
let held: Record<"small" | "overALimit" | "aborted" | "cancelled" | "failed" | "wrong", number>;

beforeAll(() => {
  const script = fileURLToPath(new URL("support/abandoned.mjs", import.meta.url));
  held = JSON.parse(execFileSync(process.execPath, [script], { encoding: "utf8" }));
  console.log(held);
}, 120_000);

test("ten thousand streams that were given a little take no WebAssembly memory", () => {
  expect(held.small).toBeLessThan(MEGABYTE / 4);
});

test("nor do streams that are a little over a limit", () => {
  expect(held.overALimit).toBeLessThan(MEGABYTE / 4);
});

test.each(["aborted", "cancelled", "failed", "wrong"] as const)(
  "a stream that is %s gives its memory back at once",
  (how) => {
    expect(held[how]).toBeLessThan(2 * MEGABYTE);
  },
);

test("bytes that are not UTF-8 fail with the piece they come in, also while all of it may still fit", () => {
  const stream = new TrimStream(4000);
  stream.push(Uint8Array.of(0x61, 0xc3));
  stream.push(Uint8Array.of(0xa9));
  expect(() => stream.push(Uint8Array.of(0x62, 0xff))).toThrow(expect.objectContaining({ code: "INVALID_ENCODING" }));
  expect(() => stream.push("more")).toThrow(/byte 4 /);
  const halved = new TrimStream(4000);
  halved.push(Uint8Array.of(0xc3));
  expect(() => halved.push("a")).toThrow(expect.objectContaining({ code: "INVALID_ENCODING" }));
});

test("neither bytes nor options that change later are in the result", () => {
  const options = { maxChars: 100, rescue: { include: ["needle"] } };
  const stream = new TrimStream(options);
  const bytes = new TextEncoder().encode("ok\n");
  stream.push(bytes);
  bytes.fill(0x21);
  options.rescue.include[0] = "ok";
  Object.assign(options, { maxChars: -1 });
  stream.push("filler\n".repeat(100));
  stream.push("needle\n");
  stream.push("filler\n".repeat(100));
  const { text } = stream.finish();
  expect(text.startsWith("ok\n")).toBe(true);
  expect(text).toContain("\nneedle\n");
  expect(text.length).toBeLessThanOrEqual(100);
});
