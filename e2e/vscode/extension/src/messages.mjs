// Conversations of VS Code's own classes, broken as they break in practice: read, mended, sent through VS Code, and
// read again by the provider that gets them.
import { detectFormat, extractToolCalls, renderAsText, repairMessages, validateMessages } from "tooltrim/messages";
import * as vscode from "vscode";

const { LanguageModelChatMessage: Message, LanguageModelTextPart: Text } = vscode;
const call = (id, name = "read_file") => new vscode.LanguageModelToolCallPart(id, name, { path: `src/${id}.ts` });
const result = (id, text) => new vscode.LanguageModelToolResultPart(id, [new Text(text)]);

/** A call without a result, a result that comes late, one that answers nothing, two for one call. */
function broken() {
  return [
    Message.User("Find the needle. 🪡"),
    Message.Assistant([new Text("I look."), call("a"), call("b"), call("c")]),
    Message.User([result("b", "no needle")]),
    Message.User("Hurry up!"),
    Message.User([result("c", "late"), result("c", "again"), result("z", "whose?")]),
    Message.Assistant([call("d", "run_in_terminal")]),
    Message.User([new Text("By the way: "), result("d", "ok")]),
    Message.Assistant("Done."),
    Message.User("Thanks."),
  ];
}

/** The class of a message or a part, by VS Code's own account. */
function classOf(value) {
  const known = {
    Text,
    ToolCall: vscode.LanguageModelToolCallPart,
    ToolResult: vscode.LanguageModelToolResultPart,
    Data: vscode.LanguageModelDataPart,
    Message,
  };
  return Object.keys(known).find((name) => value instanceof known[name]) ?? "none";
}

const shapeOf = (messages) =>
  messages.map((message) => [classOf(message), message.role, [...message.content].map((part) => classOf(part))]);

/** What a provider reads of the messages that VS Code hands it. */
export function readByProvider(messages) {
  return {
    format: detectFormat(messages),
    problems: validateMessages(messages),
    calls: extractToolCalls(messages).map(({ callId, name, args, result, isAnswered }) => ({
      callId,
      name,
      args,
      result,
      isAnswered,
    })),
  };
}

export async function mend(model) {
  const messages = broken();
  const before = shapeOf(messages);
  const repaired = repairMessages(messages);
  const asText = renderAsText(repaired.messages);
  const { token } = new vscode.CancellationTokenSource();
  const send = async (sent) => {
    const response = await model.sendRequest([...sent], { modelOptions: { read: true } }, token);
    let answer = "";
    for await (const piece of response.text) answer += piece;
    return JSON.parse(answer);
  };
  return {
    format: detectFormat(messages),
    problems: validateMessages(messages).map(({ path, rule }) => `${rule} ${path}`),
    repairs: repaired.repairs.map(({ path, rule, action }) => `${action} ${rule} ${path}`),
    left: repaired.problems,
    reason: repaired.reason,
    shape: shapeOf(repaired.messages),
    untouched: repaired.messages.map((message) => messages.indexOf(message)),
    isUnchanged: JSON.stringify(shapeOf(messages)) === JSON.stringify(before),
    twice: repairMessages(repaired.messages).messages === repaired.messages,
    received: await send(repaired.messages),
    asText: { shape: shapeOf(asText), received: await send(asText) },
  };
}
