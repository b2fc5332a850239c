import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { loadSessions } from "../history/sessions.mjs";
import { fetchAll } from "../recipes/index.mjs";

const { sessions: recipes } = JSON.parse(readFileSync(new URL("../recipes/sessions.json", import.meta.url), "utf8"));
const sumOf = (bytes) => createHash("sha256").update(bytes).digest("hex");

/** A log of Claude Code with one call. */
let lines = 0;
const line = (type, content) => {
  lines += 1;
  return JSON.stringify({ type, sessionId: "s", uuid: `uuid-${lines}`, message: { role: type, content } });
};
const LOG = [
  line("user", "List the files."),
  line("assistant", [{ type: "tool_use", id: "toolu_1", name: "Bash", input: { command: "ls src" } }]),
  line("user", [{ type: "tool_result", tool_use_id: "toolu_1", content: "a.ts\nb.ts" }]),
].join("\n");
const TALK = [line("user", "Hello."), line("assistant", [{ type: "text", text: "Hello." }])].join("\n");

const base = { repository: "someone/agent", commit: "c".repeat(40), licence: "MIT", set: "fresh" };
const given = [
  { ...base, name: "with-sum", path: "logs/one two.jsonl", sha256: sumOf(LOG) },
  { ...base, name: "without-sum", path: "logs/2.jsonl" },
  { ...base, name: "talk", path: "logs/talk.jsonl" },
  { ...base, name: "changed", path: "logs/changed.jsonl", sha256: sumOf("as it was") },
  { ...base, name: "gone", path: "logs/gone.jsonl" },
];
const files = { "one two": LOG, 2: LOG, talk: TALK, changed: LOG };

async function withServer(run) {
  const seen = [];
  const server = createServer((request, response) => {
    seen.push(request.url);
    const name = decodeURIComponent(request.url)
      .replace(`/someone/agent/${base.commit}/logs/`, "")
      .replace(".jsonl", "");
    if (name === "2" && seen.filter((url) => url === request.url).length === 1) {
      response.writeHead(429, { "retry-after": "1" }).end();
    } else if (files[name] === undefined) response.writeHead(404).end();
    else response.end(files[name]);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await run(`http://127.0.0.1:${server.address().port}`, seen);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const newFolder = () => mkdtempSync(join(tmpdir(), "recipes-"));

test("sessions are fetched, checked and converted; what is wrong fails alone", async () => {
  const folder = newFolder();
  const results = await withServer((baseUrl) => fetchAll(given, folder, { baseUrl }));
  assert.deepEqual(
    results.map(({ name, state }) => [name, state]),
    [
      ["with-sum", "ok"],
      ["without-sum", "recorded"],
      ["talk", "empty"],
      ["changed", "failed"],
      ["gone", "failed"],
    ],
  );
  assert.match(results[3].why, /its SHA-256 is/);
  assert.ok(!existsSync(join(folder, "raw/changed.jsonl")), "what has a wrong sum does not stay");
  const sessions = loadSessions(join(folder, "sessions"), { borrow: true });
  assert.deepEqual(
    sessions.map(({ name, format, set, calls }) => [name, format, set, calls[0].result.text]),
    ["with-sum", "without-sum"].map((name) => [name, "anthropic", "b", "a.ts\nb.ts"]),
  );
});

test("the sum of the first fetch holds for the next one, and nothing is fetched twice", async () => {
  const folder = newFolder();
  await withServer((baseUrl) => fetchAll([given[1]], folder, { baseUrl }));
  await withServer(async (baseUrl, seen) => {
    assert.equal((await fetchAll([given[1]], folder, { baseUrl }))[0].state, "recorded");
    assert.deepEqual(seen, []);
  });
  // Somebody has changed what is there: it is fetched again, and must be what it was.
  writeFileSync(join(folder, "raw/without-sum.jsonl"), "other");
  assert.equal((await withServer((baseUrl) => fetchAll([given[1]], folder, { baseUrl })))[0].state, "recorded");
  assert.equal(readFileSync(join(folder, "raw/without-sum.jsonl"), "utf8"), LOG);
});

test("recipes name a repository, a commit, a path and a licence, each session once", () => {
  for (const recipe of recipes) {
    assert.match(recipe.name, /^[\w.-]+$/);
    assert.match(recipe.repository, /^[\w.-]+\/[\w.-]+$/, recipe.name);
    assert.match(recipe.commit, /^[0-9a-f]{40}$/, recipe.name);
    assert.ok(["measured", "fresh"].includes(recipe.set) && recipe.path.length > 0, recipe.name);
    assert.ok(["MIT", "Apache-2.0"].includes(recipe.licence), recipe.name);
    if (recipe.sha256) assert.match(recipe.sha256, /^[0-9a-f]{64}$/);
  }
  assert.equal(new Set(recipes.map(({ name }) => name)).size, recipes.length);
  assert.equal(new Set(recipes.map(({ repository, path }) => `${repository} ${path}`)).size, recipes.length);
});

const fixtures = process.env.TOOLTRIM_FIXTURES;
test("sums are those of the files themselves", { skip: !fixtures && "TOOLTRIM_FIXTURES is not set" }, () => {
  const home = join(fixtures, "logs");
  if (!existsSync(home)) return;
  const sums = new Set(readdirSync(home).map((name) => sumOf(readFileSync(join(home, name)))));
  for (const { name, sha256 } of recipes) if (sha256) assert.ok(sums.has(sha256), name);
});
