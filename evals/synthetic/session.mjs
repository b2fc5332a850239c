// An invented session: an agent searches, reads, runs tests that fail, edits, reads again, and runs them until they pass.
// Failing runs are planted logs (evals/planted). Neutral turns: `{ user }`, or `{ text, calls: [{ name, args, result, failed }] }`.

import { makeLog } from "../planted/index.mjs";
import { Random } from "../planted/random.mjs";
import { functionLines, grep, makeWorld, readFile } from "./world.mjs";

const RUNNERS = ["jest", "vitest", "mocha", "node", "tsc", "eslint"];
/** Of planted logs: the smaller ones, as agents bound outputs themselves. */
const SEEDS = [0, 1];

/** The same for the same seed. `size`: chars to reach. */
export function makeTurns(seed, size) {
  const random = new Random(`synthetic session ${seed}`);
  const world = makeWorld(random);
  const turns = [];
  let chars = 0;
  const push = (turn) => {
    turns.push(turn);
    const said = [
      turn.user,
      turn.text,
      ...(turn.calls ?? []).flatMap(({ args, result }) => [JSON.stringify(args), result]),
    ];
    chars += said.reduce((sum, text) => sum + (text?.length ?? 0), 0);
  };
  const call = (text, ...calls) => push({ text, calls });
  while (chars < size) taskOf(world, random, { push, call });
  push({ text: "All of it is done, and the tests pass." });
  return turns;
}

function taskOf(world, random, { push, call }) {
  const target = random.pick(world.functions);
  const other = random.pick(world.functions);
  const word = random.stem();
  push({
    user: random.pick([
      `\`${target.name}\` loses the ${word} when the ${random.stem()} is empty. Mend it, and do not touch ${other.path}.`,
      `The tests of ${target.path} fail since yesterday. Find out why.`,
      `Rename what \`${target.name}\` returns to ${word}, everywhere.`,
    ]),
  });
  call(`I look for ${target.name}.`, {
    name: "grep",
    args: { pattern: target.name, path: "src" },
    result: grep(world, target.name),
  });
  const both = [target.path, other.path].map((path) => ({
    name: "read",
    args: { file_path: path },
    result: readFile(world, path),
  }));
  call(undefined, ...(random.chance(0.4) ? both : both.slice(0, 1)));
  if (random.chance(0.5))
    call(undefined, {
      name: "bash",
      args: { command: `git log --oneline -15 -- ${target.path}` },
      result: gitLog(random),
    });
  testRun(random, call, target, true);
  const rounds = random.int(1, 4);
  for (let round = 0; round < rounds; round += 1) {
    edit(world, random, call, random.chance(0.8) ? target : other);
    // Many agents look at what they changed.
    if (random.chance(0.5)) {
      const { from } = functionLines(world, target);
      const args = { file_path: target.path, offset: from + 1, limit: 40 };
      call(undefined, { name: "read", args, result: readFile(world, target.path, from + 1, 40) });
    }
    testRun(random, call, target, round < rounds - 1);
  }
  if (random.chance(0.5))
    call("A look at all of it.", {
      name: "bash",
      args: { command: "git diff --stat" },
      result: ` ${target.path} | ${random.int(2, 30)} +-\n 1 file changed`,
    });
  if (random.chance(0.2)) fetchDocs(random, call, word);
}

function edit(world, random, call, target) {
  const { from, to } = functionLines(world, target);
  const lines = world.files.get(target.path);
  const at = random.int(from + 1, to - 1);
  const before = lines[at];
  const after = `${before.replace(/;$/, "")} ?? ${random.stem()}.${random.verb()}(${random.int(1, 999)});`;
  if (random.chance(0.2)) {
    const args = { file_path: target.path, old_string: `${before} `, new_string: after };
    call(undefined, { name: "edit", args, result: `Error: old_string was not found in ${target.path}`, failed: true });
  }
  lines[at] = after;
  const args = { file_path: target.path, old_string: before, new_string: after };
  call(random.chance(0.5) ? `The cause is line ${at + 1}.` : undefined, {
    ...{ name: "edit", args },
    result: `The file ${target.path} has been updated.`,
  });
}

/** Failing output names the file of the target, as tests do. */
function testRun(random, call, target, fails) {
  const runner = random.pick(RUNNERS);
  const args = { command: `npx ${runner} ${target.path.replace(/\.ts$/, ".test.ts")}` };
  if (!fails) {
    const passed = Array.from(
      { length: random.int(20, 120) },
      () => ` ✓ ${random.verb()}s the ${random.stem()} (${random.ms()} ms)`,
    );
    call(undefined, { name: "bash", args, result: `${passed.join("\n")}\n\nTests: ${passed.length} passed` });
    return;
  }
  const { text } = makeLog(runner, random.pick(SEEDS));
  const result = `${text}\n${target.path}:${random.int(3, 200)}:7 error: ${target.name} returned undefined\nexit code 1`;
  call(undefined, { name: "bash", args, result, failed: true });
}

function gitLog(random) {
  return Array.from(
    { length: 15 },
    () => `${random.hex(8)} ${random.pascal()}: ${random.verb()} the ${random.stem()} once`,
  ).join("\n");
}

function fetchDocs(random, call, word) {
  const rows = Array.from({ length: random.int(60, 300) }, (_, id) => ({
    id,
    name: `${word}-${random.verb()}`,
    state: random.pick(["open", "closed"]),
    due: random.ms(),
  }));
  call(undefined, {
    name: "mcp__tracker__list_issues",
    args: { query: word },
    result: JSON.stringify({ items: rows, next: null }),
  });
}
