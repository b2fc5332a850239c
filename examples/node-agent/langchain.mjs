// The same agent with LangChain, whose loop it is; compaction is a middleware of the agent.
import { ChatOpenAI } from "@langchain/openai";
import { AIMessage, createAgent, HumanMessage, tool } from "langchain";
import { compaction } from "./langchain-middleware.mjs";
import { SYSTEM, TASK } from "./loop.mjs";
import { runSession } from "./session.mjs";
import { definitions } from "./tools/index.mjs";

await runSession(async ({ settings: { window, answer, ...settings }, endpoint, runTool, view, signal }) => {
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
    onRequest: (sent) => view.sending(sent, window),
    onAnswer: (inputTokens) => view.answered(inputTokens),
  });
  const tools = definitions.map(({ name, description, parameters }) => {
    const run = async (/** @type {unknown} */ input) => {
      const { text, isError } = await runTool(name, input);
      // What is thrown goes to the model as an error, in full: it is within its limit already.
      if (isError) throw new Error(text);
      return text;
    };
    return tool(run, { name, description, schema: parameters });
  });
  const agent = createAgent({
    model,
    tools,
    systemPrompt: SYSTEM,
    middleware: settings.compaction ? [middleware] : [],
  });
  // Each step gives what it adds to the conversation: an answer of the model, or results.
  const steps = await agent.stream(
    { messages: [new HumanMessage(TASK)] },
    { streamMode: "updates", recursionLimit: 1000, signal },
  );
  for await (const step of steps) {
    for (const message of Object.values(step).flatMap((update) => update?.messages ?? [])) {
      if (AIMessage.isInstance(message)) view.said(`${message.text}\n`);
    }
  }
});
