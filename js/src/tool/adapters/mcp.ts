import { wrong } from "../../errors.js";
import { isThenable } from "../../signals/hub.js";
import { isControlFlow, textOfThrown } from "../result/errors.js";
import type { AnyFunction } from "../result/wrap.js";
import { type McpLimitOptions, resultLimiter } from "./mcp-result.js";

/**
 * Limits the results and errors of an MCP handler: the callback of `registerTool`, or of `setRequestHandler` for
 * `tools/call`.
 *
 * @example
 * ```ts
 * import { limitMcpHandler } from "tooltrim/tools";
 *
 * const readLog = limitMcpHandler(async () => ({ content: [{ type: "text", text: "line\n".repeat(100_000) }] }));
 * const { content } = await readLog();
 * content[0].text.length; // 4081
 *
 * const failing = limitMcpHandler(async () => {
 *   throw new Error("disk full. ".repeat(10_000));
 * });
 * (await failing()).isError; // true
 * ```
 *
 * Results are limited as by {@link limitCallToolResult}. An error that the handler throws becomes a result with
 * `isError: true`, which the model can read. Cancellations and protocol errors (an `McpError`, with a limited message)
 * are rethrown.
 *
 * @throws TooltrimError `INVALID_OPTION` or `MARKER_TOO_LONG`
 */
export function limitMcpHandler<H extends AnyFunction>(handler: H, options?: McpLimitOptions): H {
  if (typeof handler !== "function") throw wrong("handler", handler, "a function");
  const limiter = resultLimiter(options);
  const { limits } = limiter;
  return function (this: unknown, ...args: never[]) {
    const limited = limiter.of(args[0]);
    const answer = (result: unknown) => (typeof result === "object" && result !== null ? limited(result) : result);
    const failed = (error: unknown) => {
      if (isControlFlow(error) || isProtocolError(error)) throw limits.thrown(error);
      return limited({ content: [{ type: "text", text: textOfThrown(error) }], isError: true });
    };
    let result: unknown;
    try {
      result = Reflect.apply(handler, this, args);
    } catch (error) {
      return failed(error);
    }
    return isThenable(result) ? Promise.resolve(result).then(answer, failed) : answer(result);
  } as H;
}

/** Returns `true` for an error with a JSON-RPC code: the server answers the request with it. */
function isProtocolError(error: unknown): boolean {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === "number" && code <= -32_000 && code >= -32_768;
}
