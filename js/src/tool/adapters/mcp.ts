import { Bounds } from "./bounds.js";
import { isControlFlow, textOfThrown } from "./errors.js";
import { type McpOptions, resultBounder } from "./mcp-result.js";
import { type AnyFunction, isThenable } from "./wrap.js";

/**
 * A handler of the Model Context Protocol whose results and errors are bounded: the callback of `registerTool`, or of
 * `setRequestHandler` for `tools/call`.
 *
 * @example
 * ```ts
 * import { boundMcpHandler } from "tooltrim/tools";
 *
 * const readLog = boundMcpHandler(async () => ({ content: [{ type: "text", text: "line\n".repeat(100_000) }] }));
 * const { content } = await readLog();
 * content[0].text.length; // 4081
 *
 * const failing = boundMcpHandler(async () => {
 *   throw new Error("disk full. ".repeat(10_000));
 * });
 * (await failing()).isError; // true
 * ```
 *
 * Results are bounded as by {@link boundCallToolResult}. What the handler throws becomes a result with `isError: true`, which the model
 * can read; cancellations, and errors of the protocol itself (an `McpError`, whose message is bounded), are thrown on.
 *
 * @throws TooltrimError `INVALID_OPTION` or `MARKER_TOO_LONG`
 */
export function boundMcpHandler<H extends AnyFunction>(handler: H, options?: McpOptions): H {
  const { outputSchema, ...rest } = options ?? {};
  const bounds = new Bounds(rest);
  const bound = resultBounder(options);
  const answer = (result: unknown) => (typeof result === "object" && result !== null ? bound(result) : result);
  const failed = (error: unknown) => {
    if (isControlFlow(error) || isProtocolError(error)) throw bounds.thrown(error);
    return bound({ content: [{ type: "text", text: textOfThrown(error) }], isError: true });
  };
  return function (this: unknown, ...args: never[]) {
    let result: unknown;
    try {
      result = Reflect.apply(handler, this, args);
    } catch (error) {
      return failed(error);
    }
    return isThenable(result) ? Promise.resolve(result).then(answer, failed) : answer(result);
  } as H;
}

/** An error with a code of JSON-RPC: the server answers the request with it, or with what it asks the user for. */
function isProtocolError(error: unknown): boolean {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === "number" && code <= -32_000 && code >= -32_768;
}
