import type { Endpoint } from "./endpoint.js";
import { shown } from "./errors.js";
import type { ModelSetting, Settings } from "./settings.js";

/** What is known about a model. Sizes are in tokens. */
export interface ModelFacts {
  readonly id: string;
  readonly name: string;
  readonly window: number;
  readonly maxOutputTokens: number;
  readonly takesImages: boolean;
  readonly callsTools: boolean;
}

type Listed = Omit<ModelSetting, "id">;

const defaultWindow = 128_000;
const defaultAnswer = 8_192;

/** Lists say it in many ways. */
const windowNames = ["context_window", "context_length", "max_model_len", "max_context_length", "max_input_tokens"];
const answerNames = ["max_output_tokens", "max_completion_tokens"];
/** Lists name these as well, and none of them can chat. */
const otherKinds = /(^|[-_/.])(embed|whisper|tts|dall-e|moderation|rerank)/i;

/** The models of an endpoint: what its list says, corrected and completed by the settings. */
export class Models {
  #baseUrl = "";
  #listed: ReadonlyMap<string, Listed> | undefined;
  #isStale = false;

  /** Asks the endpoint, once. Throws when it does not answer. */
  async load(endpoint: Endpoint, baseUrl: string, signal: AbortSignal): Promise<void> {
    if (this.#listed !== undefined && this.#baseUrl === baseUrl && !this.#isStale) return;
    const listed = listedOf(await endpoint.models(signal));
    [this.#baseUrl, this.#listed, this.#isStale] = [baseUrl, listed, false];
  }

  /** The endpoint is asked again. Until it has answered, what it said before holds: requests may come in between. */
  expire(): void {
    this.#isStale = true;
  }

  all(settings: Settings, baseUrl: string): ModelFacts[] {
    const ids = new Set([...settings.models.map(({ id }) => id), ...(this.#listOf(baseUrl)?.keys() ?? [])]);
    return [...ids].map((id) => this.facts(id, settings, baseUrl));
  }

  /** @param known what VS Code still knows of the model, for when there is no list */
  facts(id: string, settings: Settings, baseUrl: string, known?: KnownSizes): ModelFacts {
    const listed: Partial<Listed> = this.#listOf(baseUrl)?.get(id) ?? knownOf(known);
    const set = settings.models.find((model) => model.id === id);
    const window = set?.window || settings.window || listed.window || defaultWindow;
    // Half of the window at most: the rest is for what the answer is about.
    const answer = Math.min(set?.maxOutputTokens ?? listed.maxOutputTokens ?? defaultAnswer, Math.floor(window / 2));
    return {
      id,
      name: set?.name ?? listed.name ?? id,
      window,
      maxOutputTokens: answer,
      takesImages: set?.images ?? listed.images ?? true,
      callsTools: set?.tools ?? listed.tools ?? true,
    };
  }

  /** Another endpoint may have a model of the same name. */
  #listOf(baseUrl: string): ReadonlyMap<string, Listed> | undefined {
    return this.#baseUrl === baseUrl ? this.#listed : undefined;
  }
}

/** Of a model in VS Code, which remembers over restarts what it was told. */
export interface KnownSizes {
  readonly maxInputTokens: number;
  readonly maxOutputTokens: number;
}

function knownOf(known: KnownSizes | undefined): Partial<Listed> {
  if (known === undefined || !(known.maxInputTokens > 0) || !(known.maxOutputTokens > 0)) return {};
  return { window: known.maxInputTokens + known.maxOutputTokens, maxOutputTokens: known.maxOutputTokens };
}

function listedOf(list: readonly unknown[]): Map<string, Listed> {
  const models = new Map<string, Listed>();
  for (const one of list) {
    const entry = (one ?? {}) as Record<string, unknown>;
    const { id, name, architecture, top_provider: provider, supported_parameters: parameters } = entry;
    if (typeof id !== "string" || id === "" || otherKinds.test(id)) continue;
    const sizes = { ...(provider as object | undefined), ...entry };
    const { input_modalities: modalities } = (architecture ?? {}) as { input_modalities?: unknown };
    models.set(id, {
      name: typeof name === "string" && name !== "" ? shown(name) : undefined,
      window: sizeOf(sizes, windowNames),
      maxOutputTokens: sizeOf(sizes, answerNames),
      images: Array.isArray(modalities) ? modalities.includes("image") : undefined,
      tools: Array.isArray(parameters) ? parameters.includes("tools") : undefined,
    });
  }
  return models;
}

function sizeOf(sizes: Readonly<Record<string, unknown>>, names: readonly string[]): number | undefined {
  const found = names.map((name) => sizes[name]).find((size) => typeof size === "number" && size > 0);
  return found as number | undefined;
}
