import { isBytes, utf8Bytes } from "../../bytes.js";
import { alsoKnown, requireObject, wrong } from "../../errors.js";
import { estimateTokens } from "../../text/measure.js";
import { Limits } from "../result/limits.js";
import { isMedia, isTextual, textOf, typeName } from "../result/media.js";
import type { LimitOptions } from "../result/options.js";
import { limitParts, type PartKind } from "../result/parts.js";
import { type AnyFunction, copyWith, requireTool, withMethods } from "../result/wrap.js";
import { treeText, withTreeText } from "./prompt-tsx.js";

/** Options of {@link limitVsCodeTool}. */
export interface VsCodeLimitOptions extends LimitOptions {
  /**
   * `vscode.LanguageModelTextPart`, the class of the notes that replace omitted parts. Defaults to the class of a text
   * part of the tool's results. If no result had one yet, a note has the class of the part that it replaces.
   */
  readonly textPart?: (new (value: string) => object) | undefined;
}

/** Members of the invocation options that the adapter reads. */
interface Invocation {
  readonly tokenizationOptions?: {
    readonly tokenBudget: number;
    countTokens(text: string, token?: unknown): PromiseLike<number>;
  };
}

/**
 * Limits the results and errors of a VS Code `LanguageModelTool`: to `output`, and to the token budget that the caller
 * gives.
 *
 * @example
 * ```ts no-run
 * import { limitVsCodeTool } from "tooltrim/tools";
 * import * as vscode from "vscode";
 *
 * class ReadLog implements vscode.LanguageModelTool<{ path: string }> {
 *   async invoke() {
 *     return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart("line\n".repeat(100_000))]);
 *   }
 * }
 * vscode.lm.registerTool("read_log", limitVsCodeTool(new ReadLog(), { textPart: vscode.LanguageModelTextPart }));
 * ```
 *
 * All texts of a result share the limit: text parts, data parts that hold text or JSON, and texts in parts of
 * `@vscode/prompt-tsx`. Parts keep their classes. Images stay whole or are left out. With `tokenizationOptions` the
 * result is within `tokenBudget` as `countTokens` counts; if that fails, the estimate × 1.1 counts. `prepareInvocation`
 * is passed through.
 *
 * @throws TooltrimError `INVALID_OPTION` or `MARKER_TOO_LONG`
 */
export function limitVsCodeTool<T extends { invoke: AnyFunction }>(tool: T, options?: VsCodeLimitOptions): T {
  requireTool(tool, ["invoke"], "a tool with invoke");
  requireObject("options", options ?? {});
  const { textPart, ...rest } = options ?? {};
  if (textPart !== undefined && typeof textPart !== "function") throw wrong("textPart", textPart, "a class");
  const usual = alsoKnown(["textPart"], () => new Limits(rest));
  const kind = new VsCodeParts(textPart);
  const invoke = async (...args: unknown[]): Promise<unknown> => {
    const limits = usual.of((args[0] as { readonly input?: unknown } | null | undefined)?.input);
    let result: unknown;
    try {
      result = await Reflect.apply(tool.invoke, tool, args);
    } catch (error) {
      throw limits.thrown(error);
    }
    return isResult(result) ? limitResult(result, kind, limits, args) : result;
  };
  return withMethods(tool, { invoke });
}

interface Result {
  readonly content: readonly unknown[];
}

const isResult = (result: unknown): result is Result =>
  typeof result === "object" && result !== null && Array.isArray((result as Result).content);

async function limitResult(result: Result, kind: VsCodeParts, limits: Limits, args: unknown[]): Promise<unknown> {
  kind.learn(result.content);
  const [invocation, token] = args as [Invocation | undefined, unknown];
  const { tokenizationOptions: tokens } = invocation ?? {};
  const content = tokens
    ? await withinBudget(result.content, kind, limits, tokens, token)
    : limitParts(result.content, kind, limits);
  return content === result.content ? result : copyWith(result, { content });
}

/** Limits the parts to the budget as `countTokens` counts; parts far over it are first cut by the estimate. */
async function withinBudget(
  content: readonly unknown[],
  kind: VsCodeParts,
  limits: Limits,
  { tokenBudget, countTokens }: NonNullable<Invocation["tokenizationOptions"]>,
  token: unknown,
): Promise<readonly unknown[]> {
  if (typeof tokenBudget !== "number" || !(tokenBudget >= 0)) return limitParts(content, kind, limits);
  const budget = Math.floor(tokenBudget);
  const textsOf = (parts: readonly unknown[]) =>
    parts.map((part) => kind.read(part)).filter((read) => typeof read === "string");
  const count = (texts: readonly string[]) => counted(texts, budget, (text) => countTokens(text, token));
  // Counted first, since the estimate would cut a result that just fits.
  const isNear = (texts: readonly string[]) => bytesOf(texts) <= 8 * budget;
  const texts = textsOf(content);
  if (isNear(texts) && (await count(texts)) <= budget) return limitParts(content, kind, limits);
  let maxTokens = Math.min(budget, limits.output.maxTokens ?? budget);
  for (let tries = 0; ; tries += 1) {
    const tried = limitParts(content, kind, limits.within({ maxTokens }));
    const tokens = await count(textsOf(tried));
    if (tokens <= budget || maxTokens === 0) return tried;
    // Scales by the tokenizer's excess over the estimate, with a small margin, so that the next try is likely to fit.
    maxTokens = tries < 6 ? Math.floor(maxTokens * Math.min(0.9, (budget / tokens) * 0.97)) : 0;
  }
}

const bytesOf = (texts: readonly string[]) => texts.reduce((sum, text) => sum + utf8Bytes(text), 0);

/**
 * Counts the tokens of all texts. No token is shorter than a byte, so texts within `budget` bytes are not counted.
 */
async function counted(
  texts: readonly string[],
  budget: number,
  count: (text: string) => PromiseLike<number>,
): Promise<number> {
  const bytes = bytesOf(texts);
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

/** Reader and writer of the parts of a VS Code result. Relies on their members, as the classes belong to the editor. */
class VsCodeParts implements PartKind<unknown> {
  #textPart: (new (value: string) => object) | undefined;

  constructor(textPart: (new (value: string) => object) | undefined) {
    this.#textPart = textPart;
  }

  /** Remembers the class of text parts. */
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
}

/**
 * Returns a part of the same class: a copy with other fields, or a new instance if the class keeps its arguments
 * elsewhere.
 */
function made(part: object, own: PartClass, args: [unknown, string?], fields: object): object {
  const isCopied = Object.keys(fields).every((name) => Object.hasOwn(part, name));
  return isCopied || own === Object ? copyWith(part, fields) : new own(...args);
}

const isText = (part: unknown): part is TextPart =>
  typeof part === "object" && part !== null && typeof (part as TextPart).value === "string";

const isData = (part: unknown): part is DataPart =>
  typeof part === "object" &&
  part !== null &&
  isBytes((part as DataPart).data) &&
  typeof (part as DataPart).mimeType === "string";

function readData({ data, mimeType }: DataPart) {
  const chars = Math.ceil(data.length / 3) * 4;
  const type = typeName(mimeType, "application/octet-stream");
  if (isMedia(mimeType)) return { chars, type };
  return (isTextual(mimeType) ? textOf(data) : undefined) ?? { chars, type, isRead: true };
}
