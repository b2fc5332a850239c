// The model: it has no memory, and decides by what it reads in the request alone, as a real one does.
import { exchangesOf, listedIn } from "./exchanges.mjs";
import { repairOf } from "./repairs.mjs";

const RECALL = "tooltrim_retrieve";
const FAILED = "test at ";
const RUN = "node --test --test-reporter=spec";
const RUN_ALL = `${RUN} test/all.mjs`;

/**
 * @typedef {object} Answer
 * @property {string} text
 * @property {{ name: string, input: object }[]} calls
 */

/** @typedef {import("./exchanges.mjs").Exchange} Exchange */

/** @param {string} text @param {...[name: string, input: object]} calls @returns {Answer} */
const say = (text, ...calls) => ({ text, calls: calls.map(([name, input]) => ({ name, input })) });

/** @param {any[]} messages @returns {Answer} */
export function decide(messages) {
  const exchanges = exchangesOf(messages);
  if (exchanges.length === 0) {
    return say(
      "First a look around.",
      ["read_file", { path: "README.md" }],
      ["read_file", { path: "package.json" }],
      ["shell", { command: "git log --oneline && git ls-files" }],
    );
  }
  // What was begun comes first: an edit is tried, then committed.
  const lastEdit = exchanges.findLastIndex((each) => each.name === "edit_file" && !isFailed(each));
  const lastCommit = exchanges.findLastIndex((each) => isShell(each, "git commit"));
  if (lastEdit > lastCommit) return conclude(exchanges[lastEdit].input.path, exchanges.slice(lastEdit + 1));

  const run = exchanges.findLastIndex((each) => isShell(each, RUN_ALL));
  if (run < 0) return say("Now all tests.", ["shell", { command: RUN_ALL }]);
  if (run < lastCommit) return again();
  const { result } = exchanges[run];
  if (/^ℹ fail 0$/m.test(result)) return finish(exchanges, listedIn(messages));
  // The first time it wants to know all that the marker says was left out.
  const [, ref] = /full text: (#\w{8})\]/.exec(result) ?? [];
  if (ref && !exchanges.some(({ name }) => name === RECALL))
    return say("That was shortened. All that fails, in a line each.", [RECALL, { ref, pattern: "✖" }]);
  const asked = exchanges.find(({ name, input }) => name === RECALL && input.ref === ref && input.pattern === FAILED);
  // "test at test/cart.test.mjs:11:3", and in the next line "✖ totalOf([])". Retrieved lines have numbers.
  const read = /^(?:\d+[:-])?test at (test\/\w+\.test\.mjs):\d+:\d+\n(?:\d+[:-])?✖ (\w+)\(/m;
  const [, test, subject] = read.exec(result) ?? read.exec(asked?.result ?? "") ?? [];
  if (!test && ref && !asked)
    return say("Which ones fail is in what was left out.", [RECALL, { ref, pattern: FAILED, context: 1 }]);
  if (!test) return run === exchanges.length - 1 ? say(`I cannot read what the tests say:\n${result}`) : again();
  return mend({ test, subject, since: exchanges.slice(run + 1) });
}

/** @param {Exchange} exchange @param {string} start */
const isShell = ({ name, input }, start) => name === "shell" && String(input.command).startsWith(start);

const again = () => say("Let me see the tests again.", ["shell", { command: RUN_ALL }]);

/** @param {string} path of a source that was changed @param {Exchange[]} since */
function conclude(path, since) {
  const name = /(\w+)\.mjs$/.exec(path)?.[1];
  const command = `${RUN} test/${name}.test.mjs`;
  const tried = since.findLast((each) => isShell(each, command));
  if (!tried) return say("Does it pass now?", ["shell", { command }]);
  if (!/^ℹ fail 0$/m.test(tried.result)) return say(`${path} is still wrong:\n${tried.result}`);
  return say("It passes.", ["shell", { command: `git commit -qam "Fix ${name}" && git show --stat --oneline HEAD` }]);
}

/** @param {{ test: string, subject: string, since: Exchange[] }} found */
function mend({ test, subject, since }) {
  const of = (/** @type {string} */ name, /** @type {(input: Record<string, any>) => boolean} */ is) =>
    since.findLast((each) => each.name === name && is(each.input));

  const searched = of("search", ({ pattern }) => pattern.endsWith(subject));
  if (!searched) {
    return say(
      `\`${subject}\` is wrong. What is expected of it, and where is it?`,
      ["read_file", { path: test }],
      ["search", { pattern: `function ${subject}` }],
    );
  }
  const [, path, line] = /^(src\/\w+\.mjs):(\d+):/m.exec(searched.result) ?? [];
  if (!path) return say(`I do not find ${subject}:\n${searched.result}`);
  const read = of("read_file", (input) => input.path === path);
  if (!read) return say("Now the source.", ["read_file", { path }]);
  const failed = of("edit_file", () => true);
  if (failed && since.indexOf(read) < since.indexOf(failed)) {
    const startLine = Math.max(1, Number(line) - 2);
    return say("That is not how it stands there. These lines again.", [
      "read_file",
      { path, startLine, endLine: startLine + 12 },
    ]);
  }
  return change({ path, source: read.result, isFirst: !failed });
}

/** @param {{ path: string, source: string, isFirst: boolean }} found */
function change({ path, source, isFirst }) {
  const repair = repairOf(source);
  if (!repair) return say(`I do not see what is wrong in ${path}.`);
  const { oldText, newText, why } = repair;
  // In a hurry it forgets the white space now and then; the tool says so.
  const isHasty = isFirst && /tax|dates/.test(path);
  const shown = isHasty ? `\t${oldText.trimStart()}` : oldText;
  return say(`I see: ${why}.`, ["edit_file", { path, oldText: shown, newText }]);
}

/** AI SDK 7 sends what a tool threw as `{"error":"Error: …"}`. @param {Exchange} exchange */
const isFailed = ({ result }) => /^(\{"error":")?(Tool Failed|Contract validation failed|Error):|FAILED/.test(result);

/**
 * Reports the work from the request alone: the report lacks whatever compaction dropped.
 *
 * @param {Exchange[]} exchanges
 * @param {string | undefined} listed
 */
function finish(exchanges, listed) {
  let rules = exchanges.find(({ name, input }) => name === "read_file" && input.path === "README.md")?.result ?? "";
  // Compaction has replaced the README by a fact, which names its ref, or by a line in a list of facts; or it has cut it.
  let ref = /^\[Earlier: .*, (#\w{8})[)\]]|full text: (#\w{8})\]/m.exec(rules)?.slice(1).find(Boolean);
  if (!ref && listed) {
    const pattern = "Read README.md";
    const found = exchanges.find(({ name, input }) => name === RECALL && input.ref === listed);
    if (!found) return say("All pass. Where is the README?", [RECALL, { ref: listed, pattern }]);
    ref = /(#\w{8}) Read README\.md/.exec(found.result)?.[1] ?? listed;
  }
  if (ref) {
    const asked = exchanges.find(({ name, input }) => name === RECALL && input.ref === ref && !input.pattern);
    if (!asked) return say("All pass. What did the README want of me? Once more.", [RECALL, { ref }]);
    rules = asked.result;
  }
  const rule = /^Each fix .*$/m.exec(rules)?.[0] ?? "I no longer know what the README wants.";
  const edits = exchanges.filter((each) => each.name === "edit_file" && !isFailed(each));
  const paths = [...new Set(edits.map(({ input }) => input.path))];
  return say(`All tests pass. I changed ${paths.length} files: ${paths.join(", ")}. ${rule}`);
}
