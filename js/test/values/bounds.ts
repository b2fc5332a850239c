// Whether a result is within its limits, by code of its own.
import type { TrimOptions } from "tooltrim";
import { overLimit } from "../support/laws.js";
import type { Options } from "./options.js";
import { isList, isObject, levels, type Read, utf8, walk } from "./reading.js";

/** The limits of texts, lists and objects at a place; what `limits` declares comes from the caller of this. */
interface Here {
  readonly text: ((text: string) => boolean) | undefined;
  readonly key: number | undefined;
  readonly items: number | undefined;
  readonly keys: number | undefined;
}

const hasLimit = ({ maxChars, maxUtf16, maxBytes, maxLines, maxTokens }: TrimOptions) =>
  [maxChars, maxUtf16, maxBytes, maxLines, maxTokens].some((limit) => limit !== undefined);

const within = (text: string, options: TrimOptions) => overLimit(text, options).length === 0;

function general(options: Options): Here {
  const { maxStringBytes, strings, maxTotalBytes, maxItems: items, maxKeys: keys } = options;
  const bytes = maxStringBytes ?? 2000;
  // With a total alone, texts and names have what room there is.
  const free = maxTotalBytes !== undefined && maxStringBytes === undefined;
  // Shorter names could not stay apart.
  const key = free ? undefined : Math.max(bytes, 16);
  if (typeof strings === "object" && hasLimit(strings))
    return { text: (one) => within(one, strings), key, items, keys };
  if (free && strings !== "replace") return { text: undefined, key, items, keys };
  return { text: (one) => utf8(one) <= bytes, key, items, keys };
}

/** The paths that are over a limit; the total is for who knows what is written. */
export function over(value: Read | undefined, options: Options): string[] {
  const found: string[] = [];
  const here = general(options);
  const { flag, maxDepth = 128 } = options;
  for (const [path, one] of walk(value)) {
    const name = JSON.stringify(path).slice(0, 100);
    if (typeof one === "string" && here.text && !here.text(one)) found.push(`${name}: a text of ${utf8(one)} bytes`);
    if (isList(one) && here.items !== undefined && one.length > here.items) found.push(`${name}: ${one.length} items`);
    if (!isObject(one)) continue;
    const keys = Object.keys(one).filter((key) => path.length > 0 || key !== flag);
    if (here.keys !== undefined && keys.length > here.keys) found.push(`${name}: ${keys.length} keys`);
    for (const key of keys) {
      if (here.key !== undefined && utf8(key) > here.key) found.push(`${name}: a key of ${utf8(key)} bytes`);
    }
  }
  if (levels(value) > Math.min(maxDepth, 1000)) found.push(`${levels(value)} levels`);
  return found;
}
