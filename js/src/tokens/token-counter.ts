import type * as tokens from "../../../target/wasm-tokens/tooltrim.js";
import { fromBase64 } from "../base64.js";
import { isBytes } from "../bytes.js";
import { countOf, requireObject, TooltrimError, wrong } from "../errors.js";
import { Lasting } from "../wasm.js";

const ENCODINGS = ["o200k_base", "cl100k_base"] as const;

/**
 * Tokens of an encoding: `o200kBase` of `tooltrim-tables/o200k_base`, `cl100kBase` of `tooltrim-tables/cl100k_base`, or
 * a `.tiktoken` file of yours. The package `tooltrim-tables` has the same version as this one.
 */
export interface TokenTable {
  /** Name of the encoding, which also says how a text is split before bytes are merged. */
  readonly encoding: (typeof ENCODINGS)[number];
  /** The tokens as `tooltrim-tables` carries them. */
  readonly packed?: string | undefined;
  /** Bytes of a `.tiktoken` file. */
  readonly tiktoken?: Uint8Array | undefined;
}

/** Counts tokens exactly: a function to pass as `tokens`, and more. */
export interface ExactTokenCounter {
  /** Returns the number of tokens of a text. */
  (text: string): number;
  /** Returns the number of tokens of a text. */
  count(text: string): number;
  /** Returns the number of tokens, or `undefined` if it is above `most`; stops reading as soon as it is. */
  countUpTo(text: string, most: number): number | undefined;
  /** Returns the tokens of a text. */
  encode(text: string): Uint32Array;
  /**
   * Returns the text of tokens; bytes that are not UTF-8 become U+FFFD.
   *
   * @throws TooltrimError `INVALID_OPTION` for a number that no token has, such as that of a special token
   */
  decode(tokens: ArrayLike<number>): string;
  /** Name of the encoding. */
  readonly encoding: TokenTable["encoding"];
}

/** Counters of tables that are loaded: a table takes 10 MB of memory. */
const counters = /* @__PURE__ */ new WeakMap<TokenTable, ExactTokenCounter>();

/**
 * Returns a counter of the tokens of an encoding, the same one for the same table. The counts are those of `tiktoken`;
 * the text of special tokens, such as `<|endoftext|>`, is plain text (`encode_ordinary`).
 *
 * @example
 * ```ts
 * import { trim } from "tooltrim";
 * import { createTokenCounter } from "tooltrim/tokens";
 * import { o200kBase } from "tooltrim-tables/o200k_base";
 *
 * const tokens = createTokenCounter(o200kBase);
 * tokens("Hello, world!"); // 4
 * tokens.countUpTo("Hello, world!", 3); // undefined
 * trim("a long text", { maxTokens: 2000, tokens });
 * ```
 *
 * The first call for a table loads it, which takes 100 to 300 ms. Counting takes time that is linear in the length,
 * whatever the text is.
 *
 * @throws TooltrimError `INVALID_OPTION` for a table that is not one, with the line of a file that is wrong
 */
export function createTokenCounter(table: TokenTable): ExactTokenCounter {
  requireObject("table", table);
  let counter = counters.get(table);
  if (counter === undefined) {
    counter = counterOf(table);
    counters.set(table, counter);
  }
  return counter;
}

function counterOf(table: TokenTable): ExactTokenCounter {
  const { encoding } = table;
  if (!ENCODINGS.includes(encoding)) throw wrong("table.encoding", encoding, ENCODINGS.join(" or "));
  const loaded = new Lasting((binding) => load(table, binding as unknown as typeof tokens));
  const countTo = (text: string, most: number) => {
    requireText(text);
    return loaded.now.count(text, text.length, most);
  };
  const count = (text: string) => countTo(text, Number.POSITIVE_INFINITY);
  const members = {
    count,
    countUpTo(text: string, most: number) {
      const limit = countOf("most", most);
      const counted = countTo(text, limit);
      return counted > limit ? undefined : counted;
    },
    encode(text: string) {
      requireText(text);
      return loaded.now.encode(text, text.length);
    },
    decode(given: ArrayLike<number>) {
      const numbers = Uint32Array.from(given);
      const known = loaded.now.known(numbers);
      if (known < numbers.length) throw wrong(`tokens[${known}]`, given[known], `a token of ${encoding}`);
      return new TextDecoder("utf-8", { ignoreBOM: true }).decode(loaded.now.decode(numbers));
    },
    encoding,
  };
  return Object.assign((text: string) => count(text), members);
}

function load({ encoding, packed, tiktoken }: TokenTable, { Tokens }: typeof tokens): tokens.Tokens {
  if (typeof packed === "string") return inTable(() => new Tokens(fromBase64(packed)));
  if (!isBytes(tiktoken)) throw wrong("table.tiktoken", tiktoken, "a Uint8Array, and there is no table.packed");
  return inTable(() => Tokens.from_tiktoken(tiktoken, encoding === "cl100k_base"));
}

/** The core names the member of the table that is wrong. */
function inTable<T>(load: () => T): T {
  try {
    return load();
  } catch (thrown) {
    if (!(thrown instanceof TooltrimError && thrown.code === "INVALID_OPTION")) throw thrown;
    throw new TooltrimError(thrown.code, `table.${thrown.message}`);
  }
}

function requireText(text: unknown): void {
  if (typeof text !== "string") throw wrong("text", text, "a string");
}
