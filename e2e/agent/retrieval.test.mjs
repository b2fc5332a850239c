// What is cut on its way to the model of examples/node-agent comes back whole when the model asks for it, after a
// restart, too.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { createExample, lookAt, startServer, TIMEOUT } from "./agents.mjs";

const example = createExample();
const NAME = "tooltrim_retrieve";

/** The calls in a request, with their results: `{ name, input, result }`. */
function resultsIn({ messages }) {
  const results = new Map(
    messages.filter(({ role }) => role === "tool").map((message) => [message.tool_call_id, message.content]),
  );
  return messages
    .flatMap(({ tool_calls: calls }) => calls ?? [])
    .map(({ id, function: { name, arguments: json } }) => ({ name, input: JSON.parse(json), result: results.get(id) }));
}

const recallsIn = ({ body }) => resultsIn(body).filter(({ name }) => name === NAME);

/** The README, which compaction takes out, as the model got it back: without the line that says what it is. */
function readmeIn(requests) {
  const recalls = recallsIn(requests.at(-1));
  const { input, result } = recalls.at(-1);
  assert.deepEqual(Object.keys(input), ["ref"]);
  const heading = `[${input.ref}: lines 1-`;
  assert.ok(result.startsWith(heading), result.slice(0, 200));
  return result.slice(result.indexOf("\n") + 1);
}

const readmeOf = (folder) => readFileSync(join(folder, "README.md"), "utf8");

for (const script of ["agent.mjs", "ai-sdk.mjs", "langchain.mjs"]) {
  test(`${script}: the model asks for what was cut, and gets it byte for byte`, { timeout: TIMEOUT }, async () => {
    const server = await startServer(example, 24_000);
    try {
      const args = [script, "--allow-shell", "--keep", "--window", "24000"];
      const { code, output, complaint } = await example.run(args, server.environment);
      assert.equal(code, 0, `${output.slice(-2000)}\n${complaint}`);
      const folder = /^The repository is in (.+)$/m.exec(output)[1];
      // By compaction: a file that was read at the beginning.
      assert.equal(readmeIn(server.requests), readmeOf(folder));
      assert.match(output, /Each fix is a commit of its own\.$/m);
      // By a limit: the whole list stands in the store, of which the model wants the lines of what failed.
      const [{ input, result }] = server.requests.map(recallsIn).find((recalls) => recalls[0]?.result);
      assert.match(input.ref, /^#\w{8}$/);
      assert.equal(input.pattern, "✖");
      assert.ok(result.split("\n").filter((line) => /^\d+:✖ \w+\(/.test(line)).length >= 8, result);
      const cuts = output.match(/^ {2}Truncation: dataset=shell original_chars=\d+ truncated_chars=\d+ ref=#\w{8}$/gm);
      const told = Number(/of (\d+) results?$/m.exec(output)[1]);
      assert.equal(cuts.length, told, output);
      // No result is over its limit, a retrieved one as little as others.
      for (const { body } of server.requests)
        for (const { name, result } of resultsIn(body))
          assert.ok(result.length <= (name === "read_file" ? 50_000 : 6_000), `${name}: ${result.length}`);
      await rm(folder, { recursive: true, force: true });
    } finally {
      await server.close();
    }
  });
}

test("a session that was stopped goes on, and what was cut before comes back whole", {
  skip: process.platform === "win32",
  timeout: TIMEOUT,
}, async () => {
  const server = await startServer(example, 24_000);
  const session = join(example.folder, "session");
  const args = ["agent.mjs", "--allow-shell", "--window", "24000", "--session", session];
  try {
    const child = example.start(args, server.environment);
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (piece) => {
      output += piece;
      // The README has just given way, and the model has answered to that.
      if (output.includes("| 1 step, ") && !child.killed) child.kill("SIGINT");
    });
    child.stderr.resume();
    assert.equal(await new Promise((done) => child.on("close", done)), 130, output);
    assert.doesNotMatch(output, /What did the README want/);
    const before = server.requests.length;
    const kept = JSON.parse(readFileSync(join(session, "conversation.json"), "utf8"));

    const again = await example.run(args, server.environment);
    assert.equal(again.code, 0, `${again.output.slice(-2000)}\n${again.complaint}`);
    const repository = join(session, "repository");
    const { passes, isClean } = await lookAt(repository);
    assert.ok(passes && isClean);
    assert.equal(readmeIn(server.requests), readmeOf(repository));
    assert.deepEqual(
      server.requests.filter(({ status }) => status !== 200),
      [],
    );
    // It went on where it was, with what had been decided: the provider's cache keeps its beginning.
    const [last, next] = [server.requests[before - 1], server.requests[before]];
    assert.ok(kept.history.length > 20 && next.body.messages.length >= last.body.messages.length);
    const same = last.body.messages.filter((message, at) => {
      return JSON.stringify(message) === JSON.stringify(next.body.messages[at]);
    });
    assert.equal(same.length, last.body.messages.length);

    // What is over is over.
    const requests = server.requests.length;
    assert.equal((await example.run(args, server.environment)).code, 0);
    assert.equal(server.requests.length, requests);
  } finally {
    await server.close();
    await rm(session, { recursive: true, force: true });
  }
});

test("what a tool cuts is read back page by page, byte for byte, and no answer is over its limit", async () => {
  const { createRepository } = await example.load("repository/index.mjs");
  const { createTools } = await example.load("tools/index.mjs");
  const { openSaved } = await example.load("saved.mjs");
  const { folder, remove } = await createRepository();
  const session = join(example.folder, "pages");
  try {
    const first = await openSaved(session);
    const run = createTools({ folder, allowShell: true, store: first.store });
    const { text, cut } = await run("shell", {
      command: `node -e 'for (let n = 0; n < 9000; n++) console.log(n, "✖")'`,
    });
    const [, ref] = /full text: (#\w{8})\]/.exec(text);
    assert.ok(text.length <= 6_000 && cut > 50_000);
    await first.save({ history: [] });

    const whole = `${Array.from({ length: 9000 }, (_, n) => `${n} ✖\n`).join("")}\n[exit code 0]\n`;
    // While the first is still open: refs are the texts' own.
    const second = await openSaved(session);
    await first.close();
    const after = createTools({ folder, allowShell: true, store: second.store });
    for (const tool of [run, after]) {
      let pieces = "";
      for (let page = 1; pieces.length < whole.length; page += 1) {
        const answer = await tool(NAME, { ref, page });
        assert.ok(answer.text.length <= 6_000 && answer.text.startsWith(`[${ref}: `), answer.text.slice(0, 200));
        // Without the line above that says what it is, and the one below that says what follows.
        const text = answer.text.slice(answer.text.indexOf("\n") + 1);
        pieces += text.replace(/\.\.\. \[page \d+ of \d+(?:; page \d+ goes on)?\] \.\.\.\n$/, "");
      }
      assert.equal(pieces, whole);
    }
    assert.match((await run(NAME, { ref: "#k3f9a2bx" })).text, /#k3f9a2bx was not given|#k3f9a2bx was never given/);
  } finally {
    await remove();
    await rm(session, { recursive: true, force: true });
  }
});
