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

/**
 * Whether an endpoint refused a request because of tool items as such, and not because of something about one of them.
 * Endpoints say it in many ways: they name the type, or the place of such an item.
 */
export function refusesToolItems(error: unknown, input: readonly Item[]): boolean {
  if (!(error instanceof GatewayError) || error.kind !== "refused") return false;
  const { status, param = "", said } = error.refusal;
  if ((status !== 400 && status !== 422) || !input.some(isToolItem)) return false;
  // Broken pairs: they were mended before, and would be a mistake of ours.
  if (/no tool (output|call) found/i.test(said)) return false;
  const place = /^(?:body\.)?input(?:\[|\.)(\d+)\]?(?:\.type)?$/.exec(param);
  const item = place ? input[Number(place[1])] : undefined;
  if (item) return isToolItem(item);
  if (param !== "" && !/^(body\.)?input\b|type$/.test(param)) return false;
  // A member of it, such as an id that is too long, is named along with it.
  return /function_call(_output)?\b(?!\.(?!type))/.test(said) && !/call_id|arguments'|\.name/.test(said);
}
