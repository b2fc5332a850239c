// The loop: ask the model, run the tools that it calls, ask again.
import { checkAnswer } from "./answers.mjs";
import { callsOf } from "./model.mjs";
import { UserError } from "./settings.mjs";

export const SYSTEM = `You are a coding agent in a git repository. Use the tools to read, search and change files and to run commands.
Do one thing after another, and check what you did. When all is done, say in a few words what you changed, without a tool.
Long tool outputs are shortened before you see them: "[… 38 lines]" and "... [truncated 4,000 chars] ..." mark what is left out.
If a marker names a ref such as #k3f9a2bx and you need more, call tooltrim_retrieve with the ref and what you are looking for.`;

export const TASK = "The tests of this repository fail. Find out why, make them pass, and commit each fix.";

/** So many requests are enough for anybody; an endless loop costs money. */
export const MOST_REQUESTS = 200;

export const notDone = () =>
  new UserError(
    `The model was asked ${MOST_REQUESTS} times and still is not done: is the window too small for the task?`,
  );

/** @typedef {import("./context.mjs").Message} Message */

/**
 * @param {object} agent
 * @param {import("./context.mjs").Context | import("./context.mjs").PlainContext} agent.context
 * @param {ReturnType<import("./model.mjs").createModel>} agent.ask
 * @param {ReturnType<import("./tools/index.mjs").createTools>} agent.runTool
 * @param {import("./saved.mjs").Saved} agent.saved
 * @param {import("./view.mjs").View} agent.view
 * @param {AbortSignal} agent.signal
 * @returns {Promise<void>} when the model calls no tool any more
 */
export async function runLoop({ context, ask, runTool, saved, view, signal }) {
  // All of the conversation as it came to be. What is cut is cut on the way out; here nothing is lost.
  /** @type {Message[]} */
  const history = saved.conversation?.history ?? [
    { role: "system", content: SYSTEM },
    { role: "user", content: TASK },
  ];
  const save = () => saved.save({ history, compaction: context.state() });
  for (let requests = 0; requests < MOST_REQUESTS; requests += 1) {
    // A session that goes on may have ended in the midst of them.
    for (const { id, name, input } of unanswered(history)) {
      const result = await runTool(name, input);
      history.push({ role: "tool", tool_call_id: id, content: result.text });
      await save();
    }
    const last = history[history.length - 1];
    if (last.role === "assistant" && callsOf(last).length === 0) return;
    const { message, finish } = await context.request(history, async (sent) => {
      view.sending(sent, context.window);
      // What the provider has seen is not decided anew.
      if (sent.isStep) await save();
      const answer = await ask(sent.messages, { signal, onText: (piece) => view.said(piece) });
      view.answered(answer.inputTokens);
      return answer;
    });
    checkAnswer({ finish, text: textOf(message), calls: callsOf(message) });
    history.push(message);
    await save();
    if (callsOf(message).length === 0) return;
  }
  throw notDone();
}

/** The calls of the last answer that have no result yet. @param {Message[]} history */
function unanswered(history) {
  const at = history.findLastIndex(({ role }) => role === "assistant");
  const message = history[at];
  if (message?.role !== "assistant") return [];
  const answered = new Set(history.slice(at).map((each) => (each.role === "tool" ? each.tool_call_id : "")));
  return callsOf(message).filter(({ id }) => !answered.has(id));
}

/** @param {import("./model.mjs").AssistantMessage} message */
function textOf({ content }) {
  return typeof content === "string" ? content : "";
}
