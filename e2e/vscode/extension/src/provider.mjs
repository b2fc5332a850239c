// A language model as an extension offers it. It has no model behind it: it answers with what it would have sent to
// one.
import { computeTruncation, estimateTokens } from "tooltrim";
import * as vscode from "vscode";
import { readByProvider } from "./messages.mjs";

export const vendor = "tooltrim-check";

export class TrimmingProvider {
  provideLanguageModelChatInformation() {
    return [
      {
        id: "check",
        name: "tooltrim check",
        family: "check",
        version: "1",
        maxInputTokens: 100_000,
        maxOutputTokens: 10_000,
        capabilities: { toolCalling: true },
      },
    ];
  }

  async provideLanguageModelChatResponse(_model, messages, options, progress) {
    if (options.modelOptions?.read) {
      progress.report(new vscode.LanguageModelTextPart(JSON.stringify(readByProvider(messages))));
      return;
    }
    const calls = toolCalls(messages);
    const decision = computeTruncation(calls, options.modelOptions?.truncation);
    progress.report(
      new vscode.LanguageModelTextPart(
        JSON.stringify({
          ...decision,
          recentCallIds: [...decision.recentCallIds],
          truncatedCallIds: [...decision.truncatedCallIds],
        }),
      ),
    );
  }

  async provideTokenCount(_model, input) {
    return estimateTokens(typeof input === "string" ? input : textOf(input.content));
  }
}

/** The tool calls of a conversation, each with the result that came back for it. */
function toolCalls(messages) {
  const parts = messages.flatMap(({ content }) => [...content]);
  const results = new Map();
  for (const part of parts) {
    if (part instanceof vscode.LanguageModelToolResultPart) results.set(part.callId, textOf(part.content));
  }
  return parts
    .filter((part) => part instanceof vscode.LanguageModelToolCallPart)
    .map(({ callId, name, input }) => {
      const result = results.get(callId) ?? "";
      // VS Code does not say whether a tool failed.
      return { callId, name, args: input, result, isError: result.startsWith("Error: ") };
    });
}

function textOf(content) {
  return content
    .map((part) => {
      if (part instanceof vscode.LanguageModelTextPart) return part.value;
      if (part instanceof vscode.LanguageModelDataPart) return new TextDecoder().decode(part.data);
      return "";
    })
    .join("");
}
