// What one sees of examples/node-agent: the live view, errors, Ctrl-C; and what its tools refuse.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { stripVTControlCharacters } from "node:util";
import { createExample, KEY, startServer, TIMEOUT } from "./agents.mjs";

const example = createExample();
const ERASE = "\x1b[2K";

test("without any setting it runs with the scripted model, in a terminal with a line that is drawn again", {
  timeout: TIMEOUT,
}, async (t) => {
  const result = await example.runInTerminal(["agent.mjs"], {});
  if (!result) return t.skip("no `script` of util-linux");
  const { code, output } = result;
  assert.equal(code, 0, output.slice(-2000));
  const drawn = output
    .split(ERASE)
    .map((each) => stripVTControlCharacters(each))
    .filter((each) => /^\s*[█░]{20} /.test(each));
  assert.ok(drawn.length > 100, String(drawn.length));
  // A line that wraps could not be erased.
  for (const line of drawn) assert.ok([...line.trim()].length < 100, line);
  const shares = drawn.map((line) => Number(/(\d+) %/.exec(line)?.[1]));
  // It grows, and each step takes it back.
  assert.ok(Math.max(...shares) > 55 && Math.max(...shares) < 85, String(shares));
  const drops = shares.filter((share, at) => at > 0 && share < shares[at - 1] - 10).length;
  assert.ok(drops >= 2, String(shares));
  assert.ok(drawn.some((line) => line.includes(" of 24,000 tokens | 2 steps, last ")));
  const last = stripVTControlCharacters(output.slice(output.lastIndexOf(ERASE)));
  assert.match(last, /\d+ requests, \d+ calls, \d+ steps of compaction\r?\nlargest request +[\d,]+ of 24,000 tokens/);
});

test("Ctrl-C ends the run, and nothing is left", { timeout: TIMEOUT }, async () => {
  // A folder for temporary files of its own: other tests make theirs at the same time.
  const temporary = join(example.folder, "temporary");
  mkdirSync(temporary);
  const child = example.start(["agent.mjs"], { TMPDIR: temporary, TEMP: temporary });
  let output = "";
  let complaint = "";
  let wasThere = false;
  child.stderr.on("data", (piece) => {
    complaint += piece;
  });
  const ended = new Promise((done) => child.on("close", done));
  child.stdout.on("data", (piece) => {
    output += piece;
    // In the midst of the work: a first request was answered.
    if (!output.includes("| 1 request") || child.killed) return;
    wasThere = readdirSync(temporary).length === 1;
    child.kill("SIGINT");
  });
  assert.equal(await ended, 130, complaint);
  assert.match(complaint, /Stopped\./);
  assert.ok(wasThere);
  assert.deepEqual(readdirSync(temporary), []);
});

for (const script of ["agent.mjs", "ai-sdk.mjs", "langchain.mjs"]) {
  test(`${script}: errors say what to do`, { timeout: TIMEOUT }, async () => {
    const complaintOf = async (environment, args = []) => {
      const { code, complaint } = await example.run([script, ...args], environment);
      assert.notEqual(code, 0);
      assert.doesNotMatch(complaint, /^ +at /m, "a stack says nothing to a user");
      return complaint;
    };
    const server = await startServer(example, 24_000);
    const { OPENAI_BASE_URL: url, MODEL } = server.environment;
    try {
      assert.match(
        await complaintOf({ ...server.environment, OPENAI_API_KEY: "sk-wrong-key" }),
        /refuses the key: is OPENAI_API_KEY right\? .*Incorrect API key provided/,
      );
      assert.match(
        await complaintOf({ ...server.environment, MODEL: "gpt-0" }),
        /does not know gpt-0: are MODEL and OPENAI_BASE_URL right\?/,
      );
      assert.equal(server.requests.at(-1).status, 404);
    } finally {
      await server.close();
    }
    assert.match(await complaintOf({ OPENAI_BASE_URL: url, MODEL }), /^OPENAI_API_KEY is not set/);
    assert.match(await complaintOf({ OPENAI_BASE_URL: url, OPENAI_API_KEY: KEY }), /^MODEL is not set/);
    const port = await freePort();
    const nobody = { OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`, OPENAI_API_KEY: KEY, MODEL };
    assert.match(
      await complaintOf(nobody),
      new RegExp(`Nobody answers at http://127.0.0.1:${port}/v1: is OPENAI_BASE_URL right`),
    );
    assert.match(await complaintOf({}, ["--window", "12"]), /^--window or CONTEXT_WINDOW: 12 is no number of tokens/);
  });
}

test("tools stay in their folder, and what goes wrong is for the model to read", async () => {
  const { createRepository } = await example.load("repository/index.mjs");
  const { createTools } = await example.load("tools/index.mjs");
  const { openSaved } = await example.load("saved.mjs");
  const { folder, remove } = await createRepository();
  const outside = join(tmpdir(), `tooltrim-outside-${process.pid}.txt`);
  try {
    writeFileSync(outside, "secret");
    symlinkSync(outside, join(folder, "link.txt"));
    const { store } = await openSaved();
    const tool = createTools({ folder, allowShell: true, store });
    const refused = async (name, input, reason) => {
      const { text, isError } = await tool(name, input);
      assert.ok(isError && reason.test(text), `${name}: ${text}`);
    };
    await refused("read_file", { path: "../secret" }, /outside the repository/);
    await refused("read_file", { path: outside }, /outside the repository/);
    await refused("read_file", { path: "link.txt" }, /leads out of the repository/);
    await refused("edit_file", { path: "link.txt", oldText: "secret", newText: "" }, /leads out of the repository/);
    await refused("search", { pattern: "x", path: ".." }, /outside the repository/);
    await refused("read_file", { path: "none" }, /none does not exist/);
    await refused("read_file", {}, /read_file wants path: string/);
    await refused("edit_file", { path: "src/cart.mjs", oldText: "cents", newText: "" }, /is there \d+ times/);
    await refused("fly", {}, /there is no tool fly; there are read_file, /);
    await refused("shell", "ls", /not a JSON object/);
    await refused("shell", ["ls"], /not a JSON object/);
    await refused("read_file", { path: ".git/config" }, /belongs to git/);
    await refused("read_file", { path: "a\0b" }, /NUL/);
    await refused("read_file", { path: "src" }, /^Tool Failed: src is a folder, and no file$/);
    await refused("read_file", { path: "README.md", startLine: 5, endLine: 2 }, /the order of the lines is wrong/);
    await refused(
      "edit_file",
      { path: "README.md", oldText: "", newText: "x" },
      /^Contract validation failed:\nPreconditions:\n {2}- oldText is empty/,
    );
    writeFileSync(join(folder, "..odd"), "odd");
    assert.equal((await tool("read_file", { path: "..odd", startLine: null })).text, "odd");

    process.env.TOOLTRIM_TEST_SECRET = "hidden";
    const shown = await tool("shell", { command: "env; pwd" });
    assert.ok(!shown.text.includes("hidden") && shown.text.includes(folder));
    const { text, cut } = await tool("shell", {
      command: "node -e 'for (let n = 0; n < 1e5; n += 1) console.log(n, n)'",
    });
    assert.ok(text.length <= 6000 && cut > 500_000 && text.endsWith("[exit code 0]\n"), text.slice(-200));
    const long = await tool("read_file", { path: "x".repeat(10_000) });
    assert.ok(long.isError && long.text.length < 50_100);
    const forbidden = await createTools({ folder, allowShell: false, store })("shell", { command: "touch ran" });
    assert.ok(forbidden.isError && forbidden.text.includes("the user does not allow commands"));
    assert.ok(!existsSync(join(folder, "ran")));
  } finally {
    delete process.env.TOOLTRIM_TEST_SECRET;
    await remove();
    rmSync(outside, { force: true });
    assert.ok(!existsSync(folder));
  }
});

/** A port on which nobody listens any more. */
async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}
