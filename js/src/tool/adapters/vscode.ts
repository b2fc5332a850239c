import { estimateTokens } from "../../measure.js";
import { Bounds } from "./bounds.js";
import { isMedia, isTextual, textOf, typeName } from "./media.js";
import type { BoundOptions } from "./options.js";
import { boundParts, type PartKind } from "./parts.js";
import { treeText, withTreeText } from "./prompt-tsx.js";
import { type AnyFunction, copyWith, withMethods } from "./wrap.js";

/** How a tool of VS Code is bounded. */
export interface VsCodeOptions extends BoundOptions {
  /**
   * `vscode.LanguageModelTextPart`, for what is said in place of parts that were left out. Without it the class is that of a text part of
   * the tool's results, and where no result had one yet, a part that is left out is replaced by one of its own class.
   */
  readonly textPart?: (new (value: string) => object) | undefined;
}

/** What is looked at of how a tool is invoked. */
interface Invocation {
  readonly tokenizationOptions?: {
    readonly tokenBudget: number;
    countTokens(text: string, token?: unknown): PromiseLike<number>;
  };
}

/**
 * A `LanguageModelTool` of VS Code whose results and errors are bounded: by `output`, and by the token budget that the caller gives.
 *
 * @example
 * ```ts no-run
 * import { boundVsCodeTool } from "tooltrim/tools";
 * import * as vscode from "vscode";
 *
 * class ReadLog implements vscode.LanguageModelTool<{ path: string }> {
 *   async invoke() {
 *     return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart("line\n".repeat(100_000))]);
 *   }
 * }
 * vscode.lm.registerTool("read_log", boundVsCodeTool(new ReadLog(), { textPart: vscode.LanguageModelTextPart }));
 * ```
 *
 * All texts of a result share the limit: text parts, data parts that hold text or JSON, and those in parts of `@vscode/prompt-tsx`. What
 * comes out are parts of the same classes. Pictures stay whole or are left out. With `tokenizationOptions` the result is within
 * `tokenBudget` as `countTokens` counts; where that fails the estimate × 1.1 stands. `prepareInvocation` is passed through.
 *
 * @throws TooltrimError `INVALID_OPTION` or `MARKER_TOO_LONG`
 */
export function boundVsCodeTool<T extends { invoke: AnyFunction }>(tool: T, options?: VsCodeOptions): T {
  const { textPart, ...rest } = options ?? {};
  const bounds = new Bounds(rest);
  const kind = new VsCodeParts(textPart);
  const invoke = async (...args: unknown[]): Promise<unknown> => {
    let result: unknown;
    try {
      result = await Reflect.apply(tool.invoke, tool, args);
    } catch (error) {
      throw bounds.thrown(error);
    }
    return isResult(result) ? boundResult(result, kind, bounds, args) : result;
  };
  return withMethods(tool, { invoke });
}

interface Result {
  readonly content: readonly unknown[];
}

const isResult = (result: unknown): result is Result =>
  typeof result === "object" && result !== null && Array.isArray((result as Result).content);

async function boundResult(result: Result, kind: VsCodeParts, bounds: Bounds, args: unknown[]): Promise<unknown> {
  kind.learn(result.content);
  const [invocation, token] = args as [Invocation | undefined, unknown];
  const { tokenizationOptions: tokens } = invocation ?? {};
  const content = tokens
    ? await withinBudget(result.content, kind, bounds, tokens, token)
    : boundParts(result.content, kind, bounds);
  return content === result.content ? result : copyWith(result, { content });
}

/** Within the budget as it is counted; what is far over it by the estimate first. */
async function withinBudget(
  content: readonly unknown[],
  kind: VsCodeParts,
  bounds: Bounds,
  { tokenBudget, countTokens }: NonNullable<Invocation["tokenizationOptions"]>,
  token: unknown,
): Promise<readonly unknown[]> {
  if (typeof tokenBudget !== "number" || !(tokenBudget >= 0)) return boundParts(content, kind, bounds);
  const budget = Math.floor(tokenBudget);
  const textsOf = (parts: readonly unknown[]) =>
    parts.map((part) => kind.read(part)).filter((read) => typeof read === "string");
  const count = (texts: readonly string[]) => counted(texts, budget, (text) => countTokens(text, token));
  // The estimate would cut what just fits.
  const isNear = (texts: readonly string[]) => utf8Bytes(texts) <= 8 * budget;
  const texts = textsOf(content);
  if (isNear(texts) && (await count(texts)) <= budget) return boundParts(content, kind, bounds);
  let maxTokens = Math.min(budget, bounds.output.maxTokens ?? budget);
  for (let tries = 0; ; tries += 1) {
    const tried = boundParts(content, kind, bounds.within(maxTokens));
    const tokens = await count(textsOf(tried));
    if (tokens <= budget || maxTokens === 0) return tried;
    // What this tokenizer counts more than the estimate, and a little more, so that the next try is the last.
    maxTokens = tries < 6 ? Math.floor(maxTokens * Math.min(0.9, (budget / tokens) * 0.97)) : 0;
  }
}

const utf8Bytes = (texts: readonly string[]) =>
  texts.reduce((sum, text) => sum + new TextEncoder().encode(text).length, 0);

/** Tokens of all texts. No token is shorter than a byte, so what has fewer bytes need not be counted. */
async function counted(
  texts: readonly string[],
  budget: number,
  count: (text: string) => PromiseLike<number>,
): Promise<number> {
  const bytes = utf8Bytes(texts);
  if (bytes <= budget) return bytes;
  try {
    const counts = await Promise.all(texts.filter((text) => text !== "").map(count));
    return counts.reduce((sum, tokens) => sum + (Number.isFinite(tokens) ? tokens : 0), 0);
  } catch {
    // Cancelled, or there is no tokenizer: the estimate decides.
    return estimateTokens(texts.join("\n")) * 1.1;
  }
}

type PartClass = new (value: unknown, mimeType?: string) => object;

interface TextPart {
  readonly value: string;
}
interface DataPart {
  readonly data: Uint8Array;
  readonly mimeType: string;
}

/** Parts are told apart by what they hold: the classes belong to the editor. */
class VsCodeParts implements PartKind<unknown> {
  #textPart: (new (value: string) => object) | undefined;

  constructor(textPart: (new (value: string) => object) | undefined) {
    this.#textPart = textPart;
  }

  /** Remembers which class texts have. */
  learn(parts: readonly unknown[]): void {
    const part = this.#textPart ? undefined : parts.find(isText);
    if (part && part.constructor !== Object) this.#textPart = part.constructor as new (value: string) => object;
  }

  read(part: unknown) {
    if (isText(part)) return part.value;
    if (isData(part)) return readData(part);
    return treeText((part as { value?: unknown } | null)?.value);
  }

  withText(part: unknown, text: string): unknown {
    const { constructor: own, value } = part as { constructor: PartClass; value: unknown };
    if (isText(part)) return made(part, own, [text], { value: text });
    if (isData(part)) {
      const data = new TextEncoder().encode(text);
      return made(part, own, [data, part.mimeType], { data });
    }
    const tree = withTreeText(value, text);
    return made(part as object, own, [tree], { value: tree });
  }

  note(text: string, insteadOf?: unknown): unknown {
    if (this.#textPart) return new this.#textPart(text);
    if (isData(insteadOf)) {
      const data = new TextEncoder().encode(text);
      const mimeType = "text/plain";
      return made(insteadOf, insteadOf.constructor as PartClass, [data, mimeType], { data, mimeType });
    }
    return { value: text };
  }

  isJson(part: unknown): boolean {
    return isData(part) && /[/+-]json\b/i.test(part.mimeType);
  }
}

/** A part of the same class: a copy, with all else that it has, or a new one where the class keeps what it was given elsewhere. */
function made(part: object, own: PartClass, args: [unknown, string?], fields: object): object {
  const isCopied = Object.keys(fields).every((name) => Object.hasOwn(part, name));
  return isCopied || own === Object ? copyWith(part, fields) : new own(...args);
}

const isText = (part: unknown): part is TextPart =>
  typeof part === "object" && part !== null && typeof (part as TextPart).value === "string";

const isData = (part: unknown): part is DataPart =>
  typeof part === "object" &&
  part !== null &&
  (part as DataPart).data instanceof Uint8Array &&
  typeof (part as DataPart).mimeType === "string";

function readData({ data, mimeType }: DataPart) {
  const chars = Math.ceil(data.length / 3) * 4;
  const type = typeName(mimeType, "application/octet-stream");
  if (isMedia(mimeType)) return { chars, type };
  return (isTextual(mimeType) ? textOf(data) : undefined) ?? { chars, type, isRead: true };
}
