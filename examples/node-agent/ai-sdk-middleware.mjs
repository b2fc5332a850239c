// Compaction for models of the AI SDK: `wrapLanguageModel({ model, middleware: compaction({ window, answer, store })
// })`. For AI SDK 6, `V4` becomes `V3` and `v4` becomes `v3`.
import { CompactorPool, estimateTokens, redactSecrets } from "tooltrim";
import { isTooLong } from "./errors.mjs";

/** @typedef {import("@ai-sdk/provider").LanguageModelV4CallOptions} Params */

/**
 * @param {object} settings
 * @param {number} settings.window in tokens
 * @param {number} settings.answer tokens that are left for the answer
 * @param {import("tooltrim/store").OutputStore} [settings.store] keeps what is taken out: offer its `retrieveTool` to the model
 * @param {(sent: import("./context.mjs").Sent) => void} [settings.onRequest]
 * @param {(inputTokens: number | undefined) => void} [settings.onAnswer]
 * @returns {import("@ai-sdk/provider").LanguageModelV4Middleware}
 */
export function compaction({ window, answer, store, onRequest, onAnswer }) {
  // A model may be asked about many conversations at once, and is told of none which it is.
  const pool = new CompactorPool({
    window: { tokens: window },
    format: "ai-sdk",
    ...(store && { store }),
    redact: redactSecrets,
    tools: { tooltrim_retrieve: { keep: "never" } },
  });

  /**
   * @template Result
   * @param {Params} params
   * @param {(params: Params) => PromiseLike<Result>} call
   * @returns {Promise<[result: Result, billed: (inputTokens: number | undefined) => void]>}
   */
  async function send(params, call) {
    const beside = estimateTokens(JSON.stringify(params.tools ?? []));
    const request = { reserve: { tokens: beside + answer } };
    const next = (/** @type {object} */ more) => {
      const compaction = pool.next(params.prompt, { ...request, ...more });
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
    const sendIt = () => call({ ...params, prompt: [...compaction.messages] });
    let result;
    try {
      result = await sendIt();
    } catch (error) {
      if (!isTooLong(error)) throw error;
      // The window is smaller than we were told, or the estimate was far off.
      compaction = next({ force: true, compactTo: 0.2 });
      result = await sendIt();
    }
    return [
      result,
      (inputTokens) => {
        onAnswer?.(inputTokens);
        // The messages' share: what the estimate of the rest is off by is not theirs alone.
        const { tokens } = compaction.report.after;
        if (inputTokens) pool.observe(compaction, { inputTokens: inputTokens * (tokens / (tokens + beside)) });
      },
    ];
  }

  return {
    specificationVersion: "v4",
    async wrapGenerate({ model, params }) {
      const [result, billed] = await send(params, (sent) => model.doGenerate(sent));
      billed(result.usage.inputTokens.total);
      return result;
    },
    async wrapStream({ model, params }) {
      const [{ stream, ...rest }, billed] = await send(params, (sent) => model.doStream(sent));
      /**
       * @type {TransformStream<import("@ai-sdk/provider").LanguageModelV4StreamPart,
       * import("@ai-sdk/provider").LanguageModelV4StreamPart>}
       */
      const watched = new TransformStream({
        transform(part, controller) {
          if (part.type === "finish") billed(part.usage.inputTokens.total);
          controller.enqueue(part);
        },
      });
      return { stream: stream.pipeThrough(watched), ...rest };
    },
  };
}
