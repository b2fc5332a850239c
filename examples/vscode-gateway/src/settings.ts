import * as vscode from "vscode";
import { GatewayError } from "./errors.js";
import type { Rendering } from "./rendering.js";

/** A model that the user describes. Sizes are in tokens. */
export interface ModelSetting {
  readonly id: string;
  readonly name?: string | undefined;
  readonly window?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly images?: boolean | undefined;
  readonly tools?: boolean | undefined;
}

export interface Settings {
  /** As the user wrote it. */
  readonly baseUrl: string;
  readonly models: readonly ModelSetting[];
  /** In tokens; 0 when the user leaves it to the list of models. */
  readonly window: number;
  /** In UTF-16 units. */
  readonly truncationThreshold: number;
  readonly recentCallsToKeep: number;
  readonly style: "mask" | "summary";
  readonly maxHistorySummaryTokens: number;
  readonly rendering: Rendering;
}

export const section = "tooltrimGateway";

/** Read with each request: a change takes effect with the next one. */
export function readSettings(): Settings {
  const configuration = vscode.workspace.getConfiguration(section);
  const get = (name: keyof Settings): unknown => configuration.get(name);
  return {
    baseUrl: String(get("baseUrl") ?? ""),
    models: modelsOf(get("models")),
    window: numberOf(get("window"), 0),
    truncationThreshold: numberOf(get("truncationThreshold"), 0),
    recentCallsToKeep: numberOf(get("recentCallsToKeep"), 6),
    style: oneOf(get("style"), ["mask", "summary"]),
    maxHistorySummaryTokens: numberOf(get("maxHistorySummaryTokens"), 500),
    rendering: oneOf(get("rendering"), ["auto", "native", "comments", "brackets"]),
  };
}

/**
 * The address in one spelling, without what goes behind it but for a query such as `?api-version=1`. Throws what the
 * user has to do when there is none.
 */
export function baseUrlOf({ baseUrl }: Settings): string {
  const written = baseUrl.trim();
  const mistake = (what: string) =>
    new GatewayError(
      "wrong-address",
      `The setting tooltrimGateway.baseUrl ${what}. It is an address such as https://api.example.com/v1.`,
    );
  if (written === "") throw mistake("is empty");
  let url: URL;
  try {
    url = new URL(written);
  } catch {
    throw mistake("is no address");
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") throw mistake("does not begin with https:// or http://");
  // It is shown in errors and in the log.
  if (url.username !== "" || url.password !== "")
    throw mistake("holds a name or a password; there is a command for the key");
  const path = url.pathname.replace(/\/+$/, "").replace(/\/(responses|models)$/, "");
  return `${url.origin}${path}${url.search}`;
}

// `settings.json` may hold anything; VS Code underlines what does not fit, and the default holds until it does.

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? Math.floor(value) : otherwise;
}

/** The first is the default. */
function oneOf<T extends string>(value: unknown, words: readonly [T, ...T[]]): T {
  return words.find((word) => word === value) ?? words[0];
}

function modelsOf(value: unknown): ModelSetting[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown): ModelSetting[] => {
    const { id, name, window, maxOutputTokens, images, tools } = (one ?? {}) as Record<string, unknown>;
    if (typeof id !== "string" || id === "") return [];
    const count = (given: unknown) => numberOf(given, 0) || undefined;
    const flag = (given: unknown) => (typeof given === "boolean" ? given : undefined);
    return [
      {
        id,
        name: typeof name === "string" && name !== "" ? name : undefined,
        window: count(window),
        maxOutputTokens: count(maxOutputTokens),
        images: flag(images),
        tools: flag(tools),
      },
    ];
  });
}
