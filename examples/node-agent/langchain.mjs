// The same agent with LangChain, whose loop it is; compaction is a middleware of the agent.
import { ChatOpenAI } from "@langchain/openai";
import { createAgent, createMiddleware, HumanMessage, ToolMessage, tool } from "langchain";
import { checkAnswer } from "./answers.mjs";
import { compaction } from "./langchain-middleware.mjs";
import { SYSTEM, TASK } from "./loop.mjs";
import { runSession } from "./session.mjs";
import { recallTool } from "./tools/bounds.mjs";
import { definitions } from "./tools/index.mjs";

await runSession(async ({ settings: { window, answer, ...settings }, endpoint, runTool, saved, view, signal }) => {
  const model = new ChatOpenAI({
    model: endpoint.model,
    apiKey: endpoint.key,
    configuration: { baseURL: endpoint.url },
    maxTokens: answer,
    maxRetries: 2,
  });
  const middleware = compaction({
    window,
    answer,
    store: saved.store,
    onRequest: (sent) => view.sending(sent, window),
    onAnswer: (inputTokens) => view.answered(inputTokens),
  });
  const run = async (/** @type {string} */ name, /** @type {unknown} */ input) => {
    const { text, isError } = await runTool(name, input);
    return { content: text, status: isError ? /** @type {const} */ ("error") : /** @type {const} */ ("success") };
  };
  const tools = definitions.map(({ name, description, parameters }) =>
    tool(async (input) => (await run(name, input)).content, { name, description, schema: parameters }),
  );
  const answers = createMiddleware({
    name: "Answers",
    wrapModelCall: async (request, handler) => {
      const message = await handler(request);
      if (message.text) view.said(`${message.text}\n`);
      const { text, tool_calls: calls = [], response_metadata: metadata } = message;
      checkAnswer({ finish: metadata.finish_reason, text, calls, unreadable: message.invalid_tool_calls });
      return message;
    },
    // All calls go to our own tools at once, those with wrong arguments or a wrong name too: what LangChain says of
    // them to the model is a stack with paths of this machine, of any length.
    wrapToolCall: async ({ toolCall: { id = "", name, args } }) =>
      new ToolMessage({ tool_call_id: id, name, ...(await run(name, args)) }),
  });
  const agent = createAgent({
    model,
    tools: [...tools, recallTool(saved.store, "langchain").definition],
    systemPrompt: SYSTEM,
    middleware: settings.compaction ? [middleware, answers] : [answers],
  });
  await agent.invoke({ messages: [new HumanMessage(TASK)] }, { recursionLimit: 1000, signal });
});
