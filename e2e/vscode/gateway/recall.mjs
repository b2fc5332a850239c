// What compaction took out of a conversation, and the model asked for: by the gateway's tool, inside VS Code.
import assert from "node:assert/strict";
import { modules } from "../session/modules.mjs";
import { Workspace } from "../session/workspace.mjs";
import { callsOf, checkObeyed } from "./checks.mjs";
import { waitFor } from "./waiting.mjs";

export const recall = "tooltrim_retrieve";
const offered = { extensionTools: [recall] };
/** Of an answer of the tool, the line that says what it is included. */
const most = 20_000;

/**
 * A conversation that is interrupted by `restart`, and at whose end the model asks for the file that it read at its
 * beginning.
 */
export async function checkRecall({ talk, inside, word, settings, restart }) {
  const first = await talk.converse(word, { stopAfter: 60, settings, ...offered });
  assert.ok(first.sum.rewrites >= 1, "nothing was taken out before the restart");
  await talk.ask("flush");
  await restart();
  const { answer, error, history, requests } = await talk.converse(word, {
    history: first.history,
    settings,
    ...offered,
  });
  assert.equal(error, undefined);
  assert.equal(answer, `Task ${word} is done. Changed: ${modules.map(({ path }) => path).join(", ")}.`);
  checkObeyed(requests);
  const recalls = callsOf(history).filter(({ name }) => name === recall);
  // The ref of the file itself, or that of a list first, which names it.
  assert.ok(recalls.length === 1 || recalls.length === 2, `${recalls.length} calls`);
  const asked = recalls.at(-1);

  // What went out names it, and the tool answers all of it: what the user's file held, byte for byte.
  const [read] = callsOf(history);
  const { input } = requests.at(-1).body;
  const outputOf = (id) => input.find((item) => item.type === "function_call_output" && item.call_id === id)?.output;
  const text = (output) => (typeof output === "string" ? output : output.map((part) => part.text).join(""));
  const whole = new Workspace().run(read.name, read.input);
  const left = outputOf(read.id);
  assert.ok(
    left === undefined || (text(left).includes(asked.input.ref) && text(left).length < whole.length),
    "it was taken out",
  );
  if (recalls.length === 2) assert.ok(text(outputOf(recalls[0].id)).includes(`${asked.input.ref} Read README.md\n`));
  const [, heading, rest] = /^(\[#\w{8}: [^\n]*\])\n([\s\S]*)$/.exec(text(outputOf(asked.id)));
  assert.ok(heading.startsWith(`[${asked.input.ref}: `));
  assert.equal(rest, whole);

  // Each that is named is found, and no answer is over the limit; what was never there is said to be so.
  const refs = new Set(JSON.stringify(input).match(/#\w{8}/g));
  assert.ok(refs.size > 10, `${refs.size} refs`);
  for (const ref of refs) {
    const answered = await inside.run("invokeTool", { name: recall, input: { ref } });
    assert.ok(answered.startsWith(`[${ref}: `) && answered.length <= most, answered.slice(0, 200));
  }
  const unknown = await inside.run("invokeTool", { name: recall, input: { ref: "#k3f9a2bx" } });
  assert.match(unknown, /^Error: .*#k3f9a2bx/);
  await waitFor(async () => !(await talk.ask("log")).some((line) => /cannot be read|this window only/.test(line)));
}
