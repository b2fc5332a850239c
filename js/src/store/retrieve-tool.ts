import { countOf, requireOptions, show, TooltrimError, wrong } from "../errors.js";
import { answer, LEAST_CHARS, type RetrieveStore, retrieveWords } from "./retrieve-answer.js";
import { type RetrieveTools, type ShapeOptions, shapes, type VsCodeClasses } from "./retrieve-shapes.js";

/** Name, description and size limits of the tool. */
export interface RetrieveToolOptions {
  /** Name of the tool; `tooltrim_retrieve` by default. */
  readonly name?: string | undefined;
  /** Description for the model; by default a sentence that explains refs. */
  readonly description?: string | undefined;
  /** Maximum UTF-16 units of an answer; default 20,000, at least 500. Longer parts are split into pages. */
  readonly maxChars?: number | undefined;
}

/** The same for VS Code, whose API makes the parts of a result. */
export interface VsCodeRetrieveToolOptions<Result extends object = object> extends RetrieveToolOptions {
  /** The module `vscode`, or its classes `LanguageModelTextPart` and `LanguageModelToolResult`. */
  readonly vscode: VsCodeClasses<Result>;
}

/**
 * A tool by which a model reads what was cut, in the shape that its library has for tools:
 * `{ name, definition, handler }`.
 *
 * @example
 * ```ts
 * import { trim } from "tooltrim";
 * import { OutputStore, retrieveTool } from "tooltrim/store";
 *
 * const store = new OutputStore();
 * const log = Array.from({ length: 5000 }, (_, at) => `step ${at + 1} ok\n`).join("");
 * const { ref } = trim(log, { maxChars: 4000, store });
 * ref; // "#a13s6nag"
 *
 * const { name, definition, handler } = retrieveTool(store, "openai-chat");
 * definition.function.name; // "tooltrim_retrieve"
 * await handler('{"ref":"#a13s6nag","lines":"2500-2501"}'); // "[#a13s6nag: lines 2,500-2,501 of 5,000]\nstep 2500 ok\nstep 2501 ok\n"
 * ```
 *
 * The handler never throws: an unknown ref, arguments that cannot be read and a backend that fails are texts for the
 * model, marked as errors where the library has a mark. A text that has left memory is loaded from the backend. Refs
 * are read leniently: `k3f9a2bx`, `[#K3F9A2BX]`.
 *
 * @throws TooltrimError `INVALID_OPTION`, `UNKNOWN_FORMAT`
 */
export function retrieveTool<Result extends object>(
  store: RetrieveStore,
  format: "vscode",
  options: VsCodeRetrieveToolOptions<Result>,
): RetrieveTools<Result>["vscode"];
export function retrieveTool<Format extends Exclude<keyof RetrieveTools, "vscode">>(
  store: RetrieveStore,
  format: Format,
  options?: RetrieveToolOptions,
): RetrieveTools[Format];
export function retrieveTool(
  store: RetrieveStore,
  format: keyof RetrieveTools,
  options: RetrieveToolOptions & { readonly vscode?: VsCodeClasses } = {},
): RetrieveTools[keyof RetrieveTools] {
  requireOptions("options", options, ["name", "description", "maxChars", "vscode"]);
  if (typeof store?.retrieve !== "function") throw wrong("store", store, "an OutputStore");
  const words = retrieveWords();
  const { name = words.name, description = words.description, maxChars = 20_000, vscode } = options;
  if (typeof name !== "string" || !/^[\w-]{1,64}$/.test(name)) {
    throw wrong("name", name, "a name of 1 to 64 letters, digits, _ and -");
  }
  const most = countOf("maxChars", maxChars, LEAST_CHARS);
  if (!Object.hasOwn(shapes, format)) {
    const known = Object.keys(shapes).join(", ");
    throw new TooltrimError("UNKNOWN_FORMAT", `format: ${show(format)} is not one of ${known}`);
  }
  if (format === "vscode" && typeof vscode?.LanguageModelToolResult !== "function") {
    throw wrong("vscode", vscode, "the module vscode");
  }
  const ask: ShapeOptions["ask"] = (args, wanted = most) =>
    answer(store, args, Math.max(LEAST_CHARS, Math.min(most, Math.floor(wanted))));
  return shapes[format]({ name, description, vscode, ask });
}
