import { GatewayError } from "./errors.js";
import { type Item, isToolItem } from "./translate/items.js";
import type { Form } from "./translate/request.js";

/** The setting: a form, or found out by asking. */
export type Rendering = "auto" | Form;

/** What VS Code's `Memento` has of it. */
export interface Memory {
  get<T>(name: string): T | undefined;
  update(name: string, value: unknown): PromiseLike<void>;
}

const name = "textForm";

/** Which models of which endpoints take no tool items: found out once, then remembered. */
export class Renderings {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  formFor(rendering: Rendering, baseUrl: string, model: string): Form {
    if (rendering !== "auto") return rendering;
    return this.#known().includes(keyOf(baseUrl, model)) ? "comments" : "native";
  }

  async remember(baseUrl: string, model: string): Promise<void> {
    const known = this.#known();
    const key = keyOf(baseUrl, model);
    if (!known.includes(key)) await this.#memory.update(name, [...known, key]);
  }

  /** An endpoint may have learned something since. */
  async forget(): Promise<void> {
    await this.#memory.update(name, undefined);
  }

  #known(): readonly string[] {
    return this.#memory.get<readonly string[]>(name) ?? [];
  }
}

function keyOf(baseUrl: string, model: string): string {
  return `${baseUrl} ${model}`;
}

const type = String.raw`["'\`]?function_call(?:_output)?["'\`]?`;
/** How endpoints say that they do not know a type. What they say about one such item reads otherwise. */
const refusals = [
  // Invalid value: 'function_call'. / unknown variant `function_call` / Unsupported input item type:
  // function_call_output
  String.raw`\b(?:invalid|unknown|unsupported|unrecogni[sz]ed|unexpected) (?:input )?(?:item )?(?:value|variant|type|tag)s?:? ${type}(?:[.,;:)]|$| (?:expected|in|at|for)\b)`,
  // Type 'function_call' is not supported. / function_call items are not allowed
  `${type}(?: items?| input)*(?: is| are) (?:not (?:a )?(?:supported|valid|allowed|known|recogni[sz]ed)|unsupported|invalid|unknown)(?: (?:(?:input )?item )?(?:type|value)s?)?(?:[.,;:)]|$| by )`,
  // Input tag 'function_call' found using 'type' does not match any of the expected tags
  String.raw`\btag ${type} [^.]*does not match`,
].map((pattern) => new RegExp(pattern, "i"));

/**
 * Whether an endpoint refused a request because of tool items as such, and not because of something about one of them:
 * it names their type as one that it does not know.
 */
export function refusesToolItems(error: unknown, input: readonly Item[]): boolean {
  if (!(error instanceof GatewayError) || error.kind !== "refused") return false;
  const { status, param = "", said } = error.refusal;
  if ((status !== 400 && status !== 422) || !input.some(isToolItem)) return false;
  const place = /^(?:body\.)?input(?:(?:\[|\.)(\d+)\]?(\.type)?)?$/.exec(param);
  if (param !== "" && place === null) return false;
  const item = place?.[1] === undefined ? undefined : input[Number(place[1])];
  if (item !== undefined && !isToolItem(item)) return false;
  return (item !== undefined && place?.[2] !== undefined) || isTypeRefused(said);
}

function isTypeRefused(said: string): boolean {
  return refusals.some((refusal) => refusal.test(said)) || detailsOf(said).some(isAboutType);
}

/**
 * Frameworks for Python list what is wrong: `[{ "loc": ["body", "input", 3, "type"], "input": "function_call", ... }]`.
 */
function detailsOf(said: string): readonly unknown[] {
  try {
    const details: unknown = JSON.parse(said);
    return Array.isArray(details) ? details : [];
  } catch {
    return [];
  }
}

function isAboutType(detail: unknown): boolean {
  const { loc, input, msg } = (detail ?? {}) as { loc?: unknown; input?: unknown; msg?: unknown };
  if (!Array.isArray(loc) || !loc.includes("input")) return false;
  if (loc.at(-1) === "type") return input === "function_call" || input === "function_call_output";
  return typeof msg === "string" && refusals.some((refusal) => refusal.test(msg));
}
