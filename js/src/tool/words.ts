import { forget } from "../text/units.js";
import { wasm } from "../wasm.js";

/** Messages of tools to the model, from the core. */
type ToolWords = Readonly<
  Record<
    | "noResult"
    | "failed"
    | "badInput"
    | "traceback"
    | "causedBy"
    | "contract"
    | "preconditions"
    | "postconditions"
    | "invariants"
    | "contractAfter"
    | "invariant"
    | "and"
    | "or"
    | "holds"
    | "unreadable"
    | "circular"
    | "tooDeep"
    | "item"
    | "nextLine"
    | "breaks"
    | "doesNotHold"
    | "precondition"
    | "postcondition"
    | "binary"
    | "oneBinary"
    | "binaryStream"
    | "noMessage"
    | "noVerdict"
    | "noArguments"
    | "rolledBack"
    | "notRolledBack"
    | "asynchronous"
    | "asynchronousContract"
    | "asynchronousParse"
    | "unbounded",
    string
  >
>;

let known: { readonly words: ToolWords; readonly breaks: RegExp } | undefined;

function read(): { readonly words: ToolWords; readonly breaks: RegExp } {
  const list = wasm().tool_words();
  const entries = Array.from({ length: list.length / 2 }, (_, at) => [list[2 * at], list[2 * at + 1]]);
  const words = Object.fromEntries(entries) as ToolWords;
  return { words, breaks: new RegExp(`\r\n|[${words.breaks}]`, "g") };
}

/** Returns the messages, read from the core once. */
export function toolWords(): ToolWords {
  known ??= read();
  return known.words;
}

/** Removes white space from the end. A loop, as a regular expression takes quadratic time on a text of blanks only. */
function withoutEnd(message: string): string {
  const { breaks } = toolWords();
  let end = message.length;
  const isBlank = (char: string) => char === " " || char === "\t" || breaks.includes(char);
  while (end > 0 && isBlank(message.charAt(end - 1))) end -= 1;
  return message.slice(0, end);
}

/** Returns `true` if a message is empty or white space only. */
export const isBlank = (message: string): boolean => withoutEnd(message) === "";

/** Messages of failed contracts, by kind: preconditions, postconditions, invariants. */
export type Failed = readonly [string[], string[], string[]];

/** Returns the text for failed contracts, as `ContractFailures` of the core does. `ran`: true once the tool has run. */
export function contractFailure([preconditions, postconditions, invariants]: Failed, ran: boolean): string {
  const words = toolWords();
  const breaks = known?.breaks ?? read().breaks;
  const item = (message: string) => words.item + withoutEnd(message).replace(breaks, words.nextLine);
  const section = (title: string, messages: readonly string[]) =>
    messages.length > 0 ? `\n${title}${messages.map(item).join("")}` : "";
  const text =
    (ran ? words.contractAfter : words.contract) +
    section(words.preconditions, preconditions) +
    section(words.postconditions, postconditions) +
    section(words.invariants, invariants);
  forget();
  return text;
}

/** Returns the text for a failed tool, as `tool_failure` of the core does. */
export function toolFailure(message: string, traces: readonly string[]): string {
  const words = toolWords();
  const lines = traces
    .map((trace, at) => (trace && at > 0 ? words.causedBy : "") + trace)
    .filter((line) => line !== "");
  const head = words.failed + message;
  return lines.length > 0 ? [head, words.traceback, ...lines].join("\n") : head;
}

/** Returns the text for a failed tool without stacks: its message, and the messages of its causes. */
export function plainFailure(message: string, causes: readonly string[]): string {
  const words = toolWords();
  return [words.failed + message, ...causes.map((cause) => words.causedBy + cause)].join("\n");
}

/** Shortens places of the host in an error message, as `shorten_places` of the core does. */
export function shortenPlaces(text: string): string {
  // Most messages name no place.
  if (!text.includes("/") && !text.includes("\\")) return text;
  return wasm().shorten_places(text, folder());
}

function folder(): string {
  const { process } = globalThis as { process?: { cwd?: () => string } };
  try {
    return process?.cwd?.() ?? "";
  } catch {
    // The folder is gone.
    return "";
  }
}

/** Returns the description of a tool that is given none: its own, or the words of its name. */
export function describeTool(tool: object, name: string): string {
  const { description } = tool as { description?: unknown };
  return typeof description === "string" && !isBlank(description) ? description : wasm().tool_description(name);
}

/** Returns `true` for a text in which `toolify` reports an error. */
export const hasFailed = (text: unknown): boolean => typeof text === "string" && text.startsWith("Tool Failed: ");
