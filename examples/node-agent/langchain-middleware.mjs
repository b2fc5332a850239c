// Compaction for agents of LangChain: `createAgent({ model, tools, middleware: [compaction({ window, answer, store })]
// })`.
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { createMiddleware } from "langchain";
import { CompactorPool, estimateTokens, redactSecrets } from "tooltrim";
import { isTooLong } from "./errors.mjs";

/**
 * @param {object} settings
 * @param {number} settings.window in tokens
 * @param {number} settings.answer tokens that are left for the answer
 * @param {import("tooltrim/store").OutputStore} [settings.store] keeps what is taken out: offer its `retrieveTool` to the model
 * @param {(sent: import("./context.mjs").Sent) => void} [settings.onRequest]
 * @param {(inputTokens: number | undefined) => void} [settings.onAnswer]
 */
export function compaction({ window, answer, store, onRequest, onAnswer }) {
  // One agent may have many conversations (threads) at once.
  /** @type {CompactorPool} */
  const pool = new CompactorPool({
    window: { tokens: window },
    format: "openai-chat",
    ...(store && { store }),
    redact: redactSecrets,
    tools: { tooltrim_retrieve: { keep: "never" } },
  });
  return createMiddleware({
    name: "Compaction",
    async wrapModelCall(request, handler) {
      // The system prompt and the tools stand beside the messages.
      const beside = estimateTokens(request.systemMessage.text) + tokensOf(request.tools);
      const next = (/** @type {object} */ more) => {
        const compaction = pool.next(request.messages, {
          reserve: { tokens: beside + answer },
          ...more,
        });
        const { before, after } = compaction.report;
        onRequest?.({
          messages: [],
          tokens: after.tokens + beside,
          uncompacted: before.tokens + beside,
          isStep: compaction.report.firstChangedMessage !== null,
        });
        return compaction;
      };
      let compaction = next({});
      const send = () => handler({ ...request, messages: [...compaction.messages] });
      let response;
      try {
        response = await send();
      } catch (error) {
        if (!isTooLong(error)) throw error;
        // The window is smaller than we were told, or the estimate was far off.
        compaction = next({ force: true, compactTo: 0.2 });
        response = await send();
      }
      const inputTokens = response.usage_metadata?.input_tokens;
      onAnswer?.(inputTokens);
      // The messages' share: what the estimate of the rest is off by is not theirs alone.
      const { tokens } = compaction.report.after;
      if (inputTokens) pool.observe(compaction, { inputTokens: inputTokens * (tokens / (tokens + beside)) });
      return response;
    },
  });
}

/** @param {readonly any[]} tools of this agent, or of the provider */
function tokensOf(tools) {
  const described = tools.map((tool) => (tool.schema ? convertToOpenAITool(tool) : tool));
  return estimateTokens(JSON.stringify(described));
}
