import { OutputStore, retrieveTool, trim } from "../core.js";
import type { Settings } from "./arguments.js";
import { TOKENS_PER_UNIT } from "./limit/cutter.js";
import type { ToolDefinition } from "./tools-list.js";

/** Maximum chars of one answer of the tool, unless the limits are smaller; the rest comes in further pages. */
const MAX_CHARS = 20_000;
const FEWEST_CHARS = 500;

/** Store of full results, and the tool that reads them. */
export class Keeper {
  /** Tool that is added to the server's list; `undefined` if results are not kept. */
  readonly definition: ToolDefinition | undefined;
  /** Runs a call of the tool. */
  readonly answer: (args: unknown) => Promise<unknown>;
  readonly #store: OutputStore;
  readonly #storeBytes: number;

  constructor({ retrieve, storeBytes, limits }: Settings) {
    this.#store = new OutputStore({ maxBytes: storeBytes });
    this.#storeBytes = storeBytes;
    // The tool counts UTF-16 units.
    const byTokens = limits.tokens === undefined ? MAX_CHARS : Math.floor(limits.tokens / TOKENS_PER_UNIT);
    const maxChars = Math.max(FEWEST_CHARS, Math.min(MAX_CHARS, limits.chars, byTokens));
    const { definition, handler } = retrieveTool(this.#store, "mcp", { maxChars });
    this.definition = retrieve ? { ...definition } : undefined;
    this.answer = async (args) => {
      const result = await handler(args);
      // The smallest page may be too large for a small limit.
      const content = result.content.map((item) => ({
        ...item,
        text: trim(item.text, { maxTokens: limits.tokens }).text,
      }));
      return limits.tokens === undefined ? result : { ...result, content };
    };
  }

  /** Stores a text and returns its ref; `undefined` if it is too large to be kept whole. */
  keep(text: string): string | undefined {
    const isTooLarge = text.length > this.#storeBytes || Buffer.byteLength(text) > this.#storeBytes;
    // A copy: a part of a message would keep all of it in memory.
    return this.definition && !isTooLarge ? this.#store.put(structuredClone(text)) : undefined;
  }
}
