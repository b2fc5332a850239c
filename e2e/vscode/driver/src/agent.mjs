// An agent: asks the model, does what it wants done, asks again with all that was said so far.
import * as vscode from "vscode";
import { toolDefinitions } from "../../session/tools.mjs";
import { Workspace } from "../../session/workspace.mjs";
import { findModel } from "./models.mjs";

const { LanguageModelChatMessage: Message } = vscode;

/** The history is JSON, as an agent would keep it over a restart; VS Code gets its own classes. */
function messageOf({ text, calls, results }) {
  if (results) {
    return Message.User(
      results.map(
        ({ id, text }) => new vscode.LanguageModelToolResultPart(id, [new vscode.LanguageModelTextPart(text)]),
      ),
    );
  }
  if (!calls) return Message.User(text);
  return Message.Assistant([
    ...(text ? [new vscode.LanguageModelTextPart(text)] : []),
    ...calls.map(({ id, name, input }) => new vscode.LanguageModelToolCallPart(id, name, input)),
  ]);
}

/**
 * Goes on until the model answers without a call, or `stopAfter` calls were made. An error of the model is a result,
 * too: `error`. `history` is what an earlier part of the conversation answered. `extensionTools` names tools of
 * extensions that are offered as well.
 */
export async function converse({
  vendor,
  id,
  task,
  history = [],
  stopAfter = Number.POSITIVE_INFINITY,
  extensionTools = [],
}) {
  const model = await findModel({ vendor, id });
  const workspace = new Workspace();
  const found = vscode.lm.tools.filter(({ name }) => extensionTools.includes(name));
  const tools = [...toolDefinitions, ...found];
  const run = ({ name, input }) =>
    extensionTools.includes(name) ? invokeTool({ name, input }) : workspace.run(name, input);
  const all = history.length > 0 ? history : [{ text: task }];
  for (const { calls = [] } of all) for (const call of calls) workspace.run(call.name, call.input);
  const messages = all.map(messageOf);
  const { token } = new vscode.CancellationTokenSource();
  const milliseconds = [];
  for (;;) {
    const start = performance.now();
    const answer = await ask(model, messages, tools, token);
    if (answer.error) return { ...answer, history: all, milliseconds };
    milliseconds.push(performance.now() - start);
    const { text, calls } = answer;
    if (calls.length === 0) return { answer: text, history: all, milliseconds };
    const results = [];
    for (const call of calls) results.push({ id: call.id, text: await run(call) });
    for (const said of [{ text, calls }, { results }]) {
      all.push(said);
      messages.push(messageOf(said));
    }
    if (countOf(all) >= stopAfter) return { history: all, milliseconds };
  }
}

const countOf = (all) => all.reduce((count, { calls = [] }) => count + calls.length, 0);

/** What a tool of an extension answers, as text. */
export async function invokeTool({ name, input }) {
  const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
  return content.map(({ value }) => value).join("");
}

async function ask(model, messages, tools, token) {
  try {
    const response = await model.sendRequest(messages, { tools }, token);
    let text = "";
    const calls = [];
    for await (const part of response.stream) {
      if (part instanceof vscode.LanguageModelTextPart) text += part.value;
      else if (part instanceof vscode.LanguageModelToolCallPart) {
        calls.push({ id: part.callId, name: part.name, input: part.input });
      }
    }
    return { text, calls };
  } catch (error) {
    return { error: { code: error?.code, message: `${error?.message ?? error}` } };
  }
}

let cancelled;

/** Asks, and cancels once `parts` texts have come. How that ends, {@link afterCancel} tells. */
export async function cancel({ vendor, id, task, parts }) {
  const model = await findModel({ vendor, id });
  const source = new vscode.CancellationTokenSource();
  const response = await model.sendRequest([Message.User(task)], {}, source.token);
  const seen = [];
  const told = response.text[Symbol.asyncIterator]();
  for (; seen.length < parts; ) seen.push((await told.next()).value);
  source.cancel();
  cancelled = rest(told);
  return { seen };
}

async function rest(told) {
  try {
    const more = [];
    for (let next = await told.next(); !next.done; next = await told.next()) more.push(next.value);
    return { more, error: null };
  } catch (error) {
    return { error: `${error?.name}: ${error?.message}` };
  }
}

/** What came after the cancellation, and whether it ended with an error. */
export const afterCancel = () => cancelled;

/** Of texts, and of a message with a call and its result. */
export async function countTokens({ vendor, id, texts, history = [] }) {
  const model = await findModel({ vendor, id });
  return {
    texts: await Promise.all(texts.map((text) => model.countTokens(text))),
    messages: await Promise.all(history.map((said) => model.countTokens(messageOf(said)))),
  };
}
