// The conversation as VS Code passes it on, and the model's answers to it.
import * as vscode from "vscode";
import { configurations, conversation, texts } from "../../shared/inputs.mjs";
import { vendor } from "./provider.mjs";

const seconds = 5;

/** The list is filled some time after a provider has registered. */
export async function findModel() {
  for (let tries = 0; tries < seconds * 20; tries += 1) {
    const [model] = await vscode.lm.selectChatModels({ vendor });
    if (model) return model;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`no model after ${seconds} s`);
}

/** Two calls at a time, as models make them; every third result as data instead of text, every fifth in two parts. */
function messages() {
  const all = [vscode.LanguageModelChatMessage.User("Find the needle.")];
  for (let at = 0; at < conversation.length; at += 2) {
    const pair = conversation.slice(at, at + 2);
    const calls = pair.map(({ callId, name, input }) => new vscode.LanguageModelToolCallPart(callId, name, input));
    const results = pair.map(
      ({ callId, result }, index) => new vscode.LanguageModelToolResultPart(callId, content(result, at + index)),
    );
    all.push(vscode.LanguageModelChatMessage.Assistant([new vscode.LanguageModelTextPart("I look."), ...calls]));
    all.push(vscode.LanguageModelChatMessage.User(results));
  }
  return all;
}

function content(result, at) {
  if (at % 3 === 2) return [vscode.LanguageModelDataPart.text(result, "text/plain")];
  if (at % 5 !== 4) return [new vscode.LanguageModelTextPart(result)];
  return [result.slice(0, 10), result.slice(10)].map((half) => new vscode.LanguageModelTextPart(half));
}

/** The model's decision for each configuration, and how many tokens it counts in some texts. */
export async function converse() {
  const model = await findModel();
  const { token } = new vscode.CancellationTokenSource();
  const ask = async (truncation) => {
    const response = await model.sendRequest(messages(), { modelOptions: { truncation } }, token);
    let answer = "";
    for await (const piece of response.text) answer += piece;
    return JSON.parse(answer);
  };
  return {
    // At once: an editor has more than one conversation.
    decisions: await Promise.all(configurations.map(ask)),
    tokens: await Promise.all(Object.values(texts).map((text) => model.countTokens(text))),
  };
}
