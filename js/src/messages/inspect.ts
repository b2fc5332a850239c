import { functionOf } from "../calls/summarizer.js";
import { redactSecrets } from "../text/redact.js";
import { wasm } from "../wasm.js";
import type { Inspection, InspectOptions } from "./inspect-types.js";
import { named, optionsOf } from "./options.js";

/**
 * Returns what takes the room of a conversation: chars by kind, and its calls, files and failures.
 *
 * @example
 * ```ts
 * import { inspectMessages } from "tooltrim/messages";
 *
 * const read = (id: string) => ({ type: "tool_use", id, name: "read_file", input: { path: "src/a.ts" } });
 * const result = (id: string) => ({ type: "tool_result", tool_use_id: id, content: "export const a = 1;\n" });
 * const { size, parts, calls, files } = inspectMessages([
 *   { role: "user", content: "What is a?" },
 *   { role: "assistant", content: [read("toolu_1")] },
 *   { role: "user", content: [result("toolu_1")] },
 *   { role: "assistant", content: [read("toolu_2")] },
 *   { role: "user", content: [result("toolu_2")] },
 * ]);
 *
 * size.chars; // 106
 * parts.results; // 40
 * calls[0]?.subject; // "src/a.ts"
 * calls[0]?.stale; // "repeated"
 * calls[0]?.staleBy; // 1
 * files[0]?.staleChars; // 20
 * ```
 *
 * Sizes, categories, failures and staleness are those by which `compactMessages` decides. Reads only both ends of long
 * results.
 *
 * Throws as {@link validateMessages} does.
 */
export function inspectMessages(messages: readonly unknown[], options?: InspectOptions): Inspection {
  const { format, tokens, redact } = optionsOf(options, ["format", "tokens", "redact"]);
  const hide = functionOf("redact", redact);
  // `redactSecrets` runs in the core, so that texts need not cross.
  const own = hide === redactSecrets ? true : hide;
  return wasm().inspect_messages(messages, named(format), functionOf("tokens", tokens), own) as Inspection;
}
