import { OutputStore, retrieveTool } from "../core.js";
import type { Settings } from "./settings.js";
import type { ToolDefinition } from "./tools-list.js";

/** Maximum chars of one answer of the tool, unless the limits are smaller; the rest comes in further pages. */
const MAX_CHARS = 20_000;
const FEWEST_CHARS = 500;

/** Store of full results, and the tool that reads them. */
export class Keeper {
  /** Tool that is added to the server's list; `undefined` if results are not kept. */
  readonly definition: ToolDefinition | undefined;
  readonly #store: OutputStore;
  readonly #storeBytes: number;
  readonly #handler: (args: unknown) => Promise<unknown>;

  constructor({ retrieve, storeBytes, limits }: Settings) {
    this.#store = new OutputStore({ maxBytes: storeBytes });
    this.#storeBytes = storeBytes;
    // No text has more tokens than chars.
    const maxChars = Math.max(FEWEST_CHARS, Math.min(MAX_CHARS, limits.chars, limits.tokens ?? MAX_CHARS));
    const { definition, handler } = retrieveTool(this.#store, "mcp", { maxChars });
    this.definition = retrieve ? { ...definition } : undefined;
    this.#handler = handler;
  }

  /** Stores a text and returns its ref; `undefined` if it is too large to be kept whole. */
  keep(text: string): string | undefined {
    const isTooLarge = text.length > this.#storeBytes || Buffer.byteLength(text) > this.#storeBytes;
    return this.definition && !isTooLarge ? this.#store.put(text) : undefined;
  }

  /** Runs a call of the tool. */
  answer(args: unknown): Promise<unknown> {
    return this.#handler(args);
  }
}
