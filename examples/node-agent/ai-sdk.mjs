// The same agent with the AI SDK, whose loop it is; compaction is a middleware of the model.
import { createOpenAI } from "@ai-sdk/openai";
import { generateText, jsonSchema, stepCountIs, tool, wrapLanguageModel } from "ai";
import { compaction } from "./ai-sdk-middleware.mjs";
import { SYSTEM, TASK } from "./loop.mjs";
import { runSession } from "./session.mjs";
import { definitions } from "./tools/index.mjs";

await runSession(async ({ settings: { window, answer, ...settings }, endpoint, runTool, view, signal }) => {
  const provider = createOpenAI({ baseURL: endpoint.url, apiKey: endpoint.key });
  const middleware = compaction({
    window,
    answer,
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
  await generateText({
    model: settings.compaction ? wrapLanguageModel({ model, middleware }) : model,
    system: SYSTEM,
    prompt: TASK,
    tools: Object.fromEntries(tools),
    maxOutputTokens: answer,
    stopWhen: stepCountIs(200),
    abortSignal: signal,
    onStepFinish: (step) => view.said(`${step.text}\n`),
  });
});
