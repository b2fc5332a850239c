// Files that are no sessions: one clear sentence on stderr, the exit code 1, nothing on stdout, the file as it was.
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { folder, tooltrim } from "./support.mjs";

const files = folder();
const message = { role: "user", content: "hi" };
const kinds = {
  empty: "",
  "white space": " \n\t\n",
  "a byte order mark alone": "\uFEFF",
  "plain text": "npm ERR! code 1\nnpm ERR! path /app\n",
  "cut JSON": JSON.stringify([message, message]).slice(0, -9),
  "JSON with a comma too many": '[{"role":"user","content":"hi"},]',
  "JSON with comments": '[\n// first\n{"role":"user","content":"hi"}]',
  "single quotes": "[{'role':'user','content':'hi'}]",
  "two documents": '{"a":1}{"b":2}',
  null: "null",
  "a number": "42",
  "a string": '"session"',
  "an object of something else": '{"name":"tooltrim","version":"0.1.0"}',
  "a list of numbers": "[1,2,3]",
  "a list of lists": "[[[]]]",
  "a list of other objects": '[{"id":1,"title":"x"},{"id":2}]',
  "an empty object": "{}",
  "messages that are no list": '{"messages":"hi"}',
  "a PNG": Buffer.from("89504e470d0a1a0a0000000d4948445200000001", "hex"),
  gzip: gzipSync(JSON.stringify([message])),
  "invalid UTF-8": Buffer.from([0x5b, 0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a]),
  "zero bytes": Buffer.alloc(5000),
  "brackets without an end": "[".repeat(100_000),
  "JSON Lines of something else": '{"level":"info","msg":"start"}\n{"level":"error","msg":"stop"}\n',
  CSV: "role,content\nuser,hi\n",
  YAML: "- role: user\n  content: hi\n",
  HTML: "<!doctype html><title>Sign in</title>",
};
const commands = { stats: [], validate: [], repair: [], compact: ["--window-chars", "100000"] };

for (const [kind, content] of Object.entries(kinds)) {
  test(`${kind}: one sentence and exit code 1, from a file and from a pipe`, async () => {
    const file = join(files, `${kind.replaceAll(" ", "-")}.json`);
    writeFileSync(file, content);
    const seen = new Set();
    for (const [name, flags] of Object.entries(commands)) {
      const { code, stdout, stderr } = await tooltrim([name, ...flags, file]);
      assert.deepEqual([code, stdout], [1, ""], `${name}: ${stderr}`);
      assert.match(stderr, /^tooltrim: "[^\n]+\n$/, name);
      assert.ok(stderr.length < 600 + file.length, `${stderr.length} chars`);
      assert.doesNotMatch(stderr, /undefined|\[object|internal/i);
      seen.add(stderr.replace(JSON.stringify(file), "FILE"));
      const piped = await tooltrim([name, ...flags], { input: content });
      assert.deepEqual([piped.code, piped.stdout], [1, ""]);
      seen.add(piped.stderr.replace("stdin", "FILE"));
    }
    assert.equal(seen.size, 1, [...seen].join(""));
    assert.deepEqual(readFileSync(file), Buffer.from(content));
  });
}

test("a file that is missing, a folder, or not to be read", async () => {
  const [missing, denied, dir] = ["missing.json", "denied.json", "folder"].map((name) => join(files, name));
  mkdirSync(dir);
  writeFileSync(denied, "[]");
  chmodSync(denied, 0);
  for (const [path, rule] of [
    [missing, "there is no such file"],
    [dir, "is a folder, not a file"],
    [denied, "may not be read"],
  ]) {
    // Root may read everything.
    if (path === denied && process.getuid?.() === 0) continue;
    for (const name of [...Object.keys(commands), "trim", "clean", "tokens"]) {
      const { code, stdout, stderr } = await tooltrim([name, path]);
      assert.deepEqual([code, stdout, stderr], [1, "", `tooltrim: ${JSON.stringify(path)}: ${rule}\n`], name);
    }
  }
});

test("a result that cannot be written is an error, and the input stays", async () => {
  const file = join(files, "good.json");
  writeFileSync(file, JSON.stringify([message]));
  const { code, stderr } = await tooltrim(["repair", file, "-o", join(files, "no", "such", "folder.json")]);
  assert.equal(code, 1);
  assert.match(stderr, /^tooltrim: --output: .* cannot be written: ENOENT/);
  assert.equal(statSync(file).size, JSON.stringify([message]).length);
});

test("a log with broken lines is read, and stderr says what was not", async () => {
  const line = (uuid, parentUuid, role, content) =>
    JSON.stringify({ type: role, uuid, parentUuid, message: { role, content } });
  const log = [
    line("1", null, "user", "hi"),
    "{broken",
    '{"type":"from-the-future"}',
    line("2", "1", "assistant", [{ type: "text", text: "ho" }]),
    '{"type":"us',
  ];
  const { code, stdout, stderr } = await tooltrim(["validate", "--json"], { input: log.join("\n") });
  assert.deepEqual([code, stderr], [0, ""]);
  const { agent, messages, skipped } = JSON.parse(stdout);
  assert.deepEqual([agent, messages, skipped], ["claude-code", 2, 3]);
  const told = (await tooltrim(["validate"], { input: log.join("\n") })).stderr.trimEnd().split("\n");
  assert.equal(told.length, 4, told.join("\n"));
  for (const each of told.slice(0, 3)) assert.match(each, /^tooltrim: stdin: 1 × .+, first in line [235]$/);
});

test("a session in UTF-16, as PowerShell writes files, is read", async () => {
  const file = join(files, "utf16.json");
  writeFileSync(file, Buffer.from(`\uFEFF${JSON.stringify([message])}`, "utf16le"));
  const { code, stdout } = await tooltrim(["stats", "--json", file]);
  assert.equal(code, 0);
  assert.equal(JSON.parse(stdout).format, "openai-chat");
  // It is not replaced by UTF-8.
  const repaired = await tooltrim(["repair", "-w", file]);
  assert.deepEqual([repaired.code, /is not UTF-8 text/.test(repaired.stderr)], [2, true], repaired.stderr);
  writeFileSync(file, Buffer.from(`\uFEFF${JSON.stringify({ model: "m", messages: [message] })}`, "utf16le"));
  assert.equal(JSON.parse((await tooltrim(["repair", file])).stdout).model, "m");
});
