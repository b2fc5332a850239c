// Files that `repair` and `compact` write: nothing in them is lost, or they stay as they were.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { COMMAND, environment, folder, session, tooltrim } from "./support.mjs";

const files = folder();
const messages = session(30);

/** Two calls, the first without a result. */
const broken = [...messages.slice(0, 2), ...messages.slice(3, 5)];

test("repair --write replaces a file only if nothing of it is lost", async () => {
  const lines = broken.map((message) => JSON.stringify(message)).join("\n");
  const body = JSON.stringify({ seed: 1, messages: broken });
  const kept = {
    "python.json": JSON.stringify({ messages: broken, note: 'ä\u2028"' })
      .replaceAll(":", ": ")
      .replaceAll("ä", "\\u00e4"),
    "windows.json": `\uFEFF${JSON.stringify(broken, undefined, 4).replaceAll("\n", "\r\n")}\r\n`,
    "lines.jsonl": `${lines}\n`,
  };
  const refused = {
    "notes.jsonl": [`${lines}\nnot json at all, my notes\n`, "has more in it than messages"],
    "bodies.jsonl": [`${body}\n${body}\n`, "has more in it than messages"],
    "big-number.json": [
      body.replace('"seed":1', '"seed":12345678901234567891'),
      "has numbers or members that would be lost",
    ],
    "twice.json": [body.replace('"seed":1', '"seed":1,"seed":2'), "has numbers or members that would be lost"],
    "bytes.json": [
      Buffer.concat([Buffer.from(`{"note":"`), Buffer.from([0xff]), Buffer.from(`",${body.slice(1)}`)]),
      "is not UTF-8 text",
    ],
  };
  for (const [name, text] of Object.entries(kept)) {
    const path = join(files, name);
    writeFileSync(path, text);
    const { code, stderr } = await tooltrim(["repair", "-w", path]);
    assert.equal(code, 0, stderr);
    const after = readFileSync(path, "utf8");
    assert.deepEqual(
      [after.startsWith("\uFEFF"), after.includes("\r\n")],
      [text.startsWith("\uFEFF"), text.includes("\r\n")],
    );
    assert.notEqual(after, text);
    assert.equal((await tooltrim(["validate", path])).code, 0);
  }
  for (const [name, [text, why]] of Object.entries(refused)) {
    const path = join(files, name);
    writeFileSync(path, text);
    const { code, stdout, stderr } = await tooltrim(["repair", "-w", path]);
    assert.match(stderr, new RegExp(`^tooltrim: --write: "[^"]+" ${why}; use --output\nTry: `), name);
    assert.deepEqual([code, stdout], [2, ""]);
    assert.deepEqual(readFileSync(path), Buffer.from(text));
  }
  assert.deepEqual(
    readdirSync(files).filter((name) => name.endsWith(".tmp")),
    [],
  );
});

test("numbers stay as they are written, or the command refuses", async () => {
  const big = session(30).map((message, at) => ({ ...message, at: `#${at}#` }));
  const orphan = [{ role: "tool", tool_call_id: "none", content: "ok" }];
  const written = (messages, number) => {
    const list = JSON.stringify(messages, undefined, 1).replace('"#0#"', number);
    return `{ "seed": ${number}, "messages": ${list} }`;
  };
  for (const [number, becomes] of [
    ["12345678901234567890", "12345678901234567000"],
    ["1e400", "null"],
    ["0.12345678901234567890123", "0.12345678901234568"],
  ]) {
    const path = join(files, "big.json");
    const other = join(files, "other.json");
    writeFileSync(path, written(big, number));
    for (const args of [["repair"], ["compact", "--window-tokens", "900000"]]) {
      assert.equal((await tooltrim([...args, path])).stdout, written(big, number));
      await tooltrim([...args, path, "-o", other]);
      assert.equal(readFileSync(other, "utf8"), written(big, number));
    }
    writeFileSync(other, "as it was");
    const broken = join(files, "broken.json");
    writeFileSync(broken, written([...big, ...orphan], number));
    const message = `has the number ${number}, which would become ${becomes} when it is written again; make it a text`;
    for (const args of [
      ["compact", path, "--window-tokens", "4000"],
      ["compact", path, "--window-tokens", "4000", "--json"],
      ["compact", path, "--window-tokens", "4000", "-o", other],
      ["repair", broken],
      ["repair", broken, "--json"],
      ["repair", broken, "-o", other],
    ]) {
      const { code, stdout, stderr } = await tooltrim(args);
      assert.deepEqual([code, stdout], [1, ""], args.join(" "));
      assert.ok(stderr.includes(message), stderr);
    }
    assert.equal(readFileSync(other, "utf8"), "as it was");
  }
  // Another way of writing the same number is no other number.
  for (const number of ["1.50", "1E3", "-0.0", "100000000000000000000000", "0.30000000000000004"]) {
    const { code } = await tooltrim(["compact", "--window-tokens", "4000"], { input: written(big, number) });
    assert.equal(code, 0, number);
  }
});

test("a file that cannot be written whole stays as it was", {
  skip: process.platform !== "linux" && "ulimit",
}, async () => {
  const path = join(files, "whole.json");
  const text = JSON.stringify({ messages: broken, pad: "x".repeat(300_000) });
  writeFileSync(path, text);
  const script = `ulimit -f 100; trap '' XFSZ; exec "${process.execPath}" "${COMMAND}" repair -w "${path}"`;
  const { status, stderr } = spawnSync("bash", ["-c", script], { encoding: "utf8", env: environment });
  assert.equal(status, 1);
  assert.match(stderr, /tooltrim: --write: .* cannot be written: EFBIG/);
  assert.equal(readFileSync(path, "utf8"), text);
});
