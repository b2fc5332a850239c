// examples/agents/opencode and examples/agents/pi in the agents themselves: with TOOLTRIM_AGENTS, as agents.test.mjs.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../../tests/consumers/project.mjs";
import { missing, runAgent } from "./agents/agents.mjs";

const bash = (command) => ({ name: "bash", input: { command, description: "runs it" } });
const retrieve = (input) => ({ name: "tooltrim_retrieve", input });
// Longer than what any of them shows of an output.
const long = `seq 1 20000; echo "error: it's full"; seq 1 20000; exit 3`;
/** Arguments for a later run: in a copy of the last session where that takes no id. */
const again = { opencode: ["-c", "--fork"], pi: ["-c"] };
const steps = (part) => bash(`for n in $(seq 1 300); do echo "part ${part} step $n"; done`);

test("opencode: a long result of an MCP server is bounded", { skip: missing("opencode") }, async (t) => {
  const server = join(root, "node_modules/@modelcontextprotocol/server-everything/dist/index.js");
  const mcp = { everything: { type: "local", command: [process.execPath, server, "stdio"], enabled: true } };
  const message = Array.from({ length: 2000 }, (_, at) => `echo ${at + 1}`).join("\n");
  const calls = [{ name: "everything_echo", input: { message } }, retrieve({ ref: "REF1", lines: "1000" })];
  const { results } = await runAgent(t, "opencode", { calls, settings: { mcp } });
  assert.ok(results[0].length <= 8000, `${results[0].length} chars`);
  assert.match(results[0], /^Echo: echo 1\n.*tooltrim_retrieve, ref #\w{8}\].*\necho 2000$/s);
  assert.match(results[1], /\necho 1000\n$/);
});

for (const agent of ["opencode", "pi"]) {
  const skip = missing(agent);

  test(`${agent}: the model gets the error of a long output and its end, and reads the rest`, { skip }, async (t) => {
    const calls = [bash(long), retrieve({ ref: "REF1", lines: "20000-20002" })];
    const { results } = await runAgent(t, agent, { calls });
    assert.equal(results.length, 2);
    assert.ok(results[0].length <= 8000, `${results[0].length} chars`);
    assert.match(results[0], /^1\n2\n/);
    assert.match(results[0], /\nerror: it's full\n/);
    assert.match(results[0], /\n19999\n20000\n/);
    assert.match(results[0], /\n\.\.\. \[\d+ chars omitted; to read them: tooltrim_retrieve, ref #\w{8}\] \.\.\.\n/);
    assert.equal(
      results[1].replace(/#\w{8}/, "REF"),
      "[REF: lines 20,000-20,002 of 40,00X]\n20000\nerror: it's full\n1\n".replace("X", agent === "pi" ? "4" : "1"),
    );
    if (agent === "pi") assert.match(results[0], /\nCommand exited with code 3$/);
  });

  test(`${agent}: without the plugin the error is lost`, { skip }, async (t) => {
    const { results } = await runAgent(t, agent, { calls: [bash(long)], isPlain: true });
    assert.doesNotMatch(results[0], /error: it's full/);
    assert.ok(results[0].length > 8000);
  });

  test(`${agent}: what is read with the file tool, and what is short, stays`, { skip }, async (t) => {
    const text = Array.from({ length: 900 }, (_, at) => `line ${at + 1} of the file\n`).join("");
    const input = agent === "pi" ? { path: "notes.txt" } : { filePath: "notes.txt" };
    const calls = [{ name: "read", input }, bash("echo short; exit 0")];
    const run = { calls, files: { "project/notes.txt": text } };
    const [plain, bounded] = [await runAgent(t, agent, { ...run, isPlain: true }), await runAgent(t, agent, run)];
    assert.ok(bounded.results[0].length > 12_000);
    const shown = ({ results, place }) => results.map((result) => result.replaceAll(place, ""));
    assert.deepEqual(shown(bounded), shown(plain));
  });

  test(`${agent}: parallel results have refs of their own, which a later run of the session still reads`, {
    skip,
  }, async (t) => {
    const calls = [[bash("seq 1 9000"), bash("seq 10001 19000")]];
    const first = await runAgent(t, agent, { calls });
    const refs = first.results.map((result) => /ref (#\w{8})\]/.exec(result)?.[1]);
    assert.equal(new Set(refs).size, 2);
    const more = [
      bash("seq 20001 29000"),
      ...refs.map((ref) => retrieve({ ref, lines: 5000 })),
      retrieve({ ref: "REF3", lines: 1 }),
    ];
    const { results } = await runAgent(t, agent, { place: first.place, calls: more, args: again[agent] });
    assert.deepEqual(results.slice(0, 2), first.results);
    const read = results.slice(3).map((result) => result.split("\n")[1]);
    assert.deepEqual(read, ["5000", "15000", "20001"]);
  });

  test(`${agent}: old results become facts when the window fills, and are read by their ref`, { skip }, async (t) => {
    const calls = [...Array.from({ length: 8 }, (_, at) => steps(at)), retrieve({ ref: "REF1", lines: "100" })];
    const { results, sent } = await runAgent(t, agent, { calls, window: 14_000 });
    assert.equal(results.length, 9);
    assert.ok(results.join("").length < 8 * 4500 * 0.7, `${results.join("").length} chars`);
    assert.match(results.at(-2), /^part 7 step 1\npart 7 step 2\n.*part 7 step 300\n$/s);
    const shortened = results.slice(0, -1).filter((result) => /#\w{8}/.test(result));
    assert.ok(shortened.length >= 3, `${shortened.length} of 8 are shortened`);
    assert.match(results.at(-1), /^\[#\w{8}: line 100 of 300\]\npart \d+ step 100\n/);
    // Between two steps the same texts are sent.
    const same = sent.slice(1).filter((now, at) => sent[at].every((result, of) => result === now[of]));
    assert.ok(same.length >= 6, `${same.length} of ${sent.length - 1} requests begin as the one before`);
  });
}
