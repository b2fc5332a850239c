// The same agent with AI SDK 7, whose loop it is; compaction is a middleware of the model. For AI SDK 6, rename what
// docs/ai-sdk.md lists, and `stream` becomes `fullStream`.
import { createOpenAI } from "@ai-sdk/openai";
import { isStepCount, jsonSchema, streamText, tool, wrapLanguageModel } from "ai";
import { compaction } from "./ai-sdk-middleware.mjs";
import { checkAnswer } from "./answers.mjs";
import { MOST_REQUESTS, notDone, SYSTEM, TASK } from "./loop.mjs";
import { runSession } from "./session.mjs";
import { recallTool } from "./tools/bounds.mjs";
import { definitions } from "./tools/index.mjs";

await runSession(async ({ settings: { window, answer, ...settings }, endpoint, runTool, saved, view, signal }) => {
  const provider = createOpenAI({ baseURL: endpoint.url, apiKey: endpoint.key });
  const middleware = compaction({
    window,
    answer,
    store: saved.store,
    onRequest: (sent) => view.sending(sent, window),
    onAnswer: (inputTokens) => view.answered(inputTokens),
  });
  const model = provider.chat(endpoint.model);
  const tools = definitions.map(({ name, description, parameters }) => {
    const execute = async (/** @type {unknown} */ input) => {
      const { text, isError } = await runTool(name, input);
      // What is thrown goes to the model as an error, in full: it is within its limit already.
      if (isError) throw new Error(text);
      return text;
    };
    return [name, tool({ description, inputSchema: jsonSchema(parameters), execute })];
  });
  const recall = recallTool(saved.store, "ai-sdk");
  // An answer that is none ends the run, and with it the request that the SDK may have begun behind it.
  const over = new AbortController();
  const { stream } = streamText({
    model: settings.compaction ? wrapLanguageModel({ model, middleware }) : model,
    instructions: SYSTEM,
    prompt: TASK,
    tools: { ...Object.fromEntries(tools), [recall.name]: recall.definition },
    maxOutputTokens: answer,
    stopWhen: isStepCount(MOST_REQUESTS),
    abortSignal: AbortSignal.any([signal, over.signal]),
    // They come with the stream, too.
    onError: () => {},
  });
  let text = "";
  /** @type {string[]} */
  let calls = [];
  let steps = 0;
  try {
    for await (const part of stream) {
      if (part.type === "start-step") [text, calls] = ["", []];
      else if (part.type === "text-delta") {
        text += part.text;
        view.said(part.text);
      } else if (part.type === "tool-call") {
        calls.push(part.toolName);
        // The SDK answers it by itself: no such tool, or arguments that are no JSON.
        if (part.dynamic && part.invalid)
          view.called(part.toolName, part.input, { text: messageOf(part.error), isError: true, cut: 0 });
      } else if (part.type === "tool-result" && part.toolName === recall.name) {
        // The others tell the view by themselves.
        view.called(part.toolName, part.input, { text: String(part.output), isError: false, cut: 0 });
      } else if (part.type === "finish-step") {
        steps += 1;
        view.endText();
        checkAnswer({ finish: part.rawFinishReason, text, calls });
      } else if (part.type === "error") throw part.error;
    }
  } finally {
    over.abort();
  }
  signal.throwIfAborted();
  if (steps >= MOST_REQUESTS && calls.length > 0) throw notDone();
});

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
