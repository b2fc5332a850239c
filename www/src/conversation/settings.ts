// The options of a compaction, in each of their forms: what stands in the form, what `compactMessages` takes, what the
// address holds, what a person would write.
import type { CompactOptions } from "tooltrim";
import type { MessageFormat } from "tooltrim/messages";

/** The values of the form, as they are typed. */
export interface Settings {
  readonly unit: "tokens" | "chars";
  /** A number, or `session`: the size of the session that is loaded. */
  readonly window: string;
  /** Percent of the window to compact to. */
  readonly share: number;
  readonly style: "mask" | "summary";
  /** Empty for the default. */
  readonly recent: string;
  readonly whenFull: NonNullable<CompactOptions["whenFull"]>;
  readonly cacheRead: string;
  readonly cacheWrite: string;
}

/** The defaults of the package, but for the window: it has none. */
export const DEFAULTS: Settings = {
  unit: "tokens",
  window: "session",
  share: 50,
  style: "mask",
  recent: "",
  whenFull: "send",
  cacheRead: "0.1",
  cacheWrite: "1.25",
};

/** Windows of models, in tokens. */
export const WINDOWS = [32_000, 128_000, 200_000, 1_000_000] as const;

/** Positions of the window's slider, in tokens; of chars there are four times as many. */
const STOPS = [2, 4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 160, 200, 256, 400, 512, 1000, 2000].map((k) => k * 1000);

export const stopsOf = (unit: Settings["unit"]): readonly number[] =>
  unit === "tokens" ? STOPS : STOPS.map((tokens) => tokens * 4);

/** Index of the position that a window is next to. */
export function stopOf(unit: Settings["unit"], size: number): number {
  const distances = stopsOf(unit).map((stop) => Math.abs(Math.log(Math.max(size, 1) / stop)));
  return distances.indexOf(Math.min(...distances));
}

/** The slider's positions: from 5 to 100 percent. */
export const STEP = 5;
export const SHARES: readonly number[] = Array.from({ length: 100 / STEP }, (_, at) => (at + 1) * STEP);

export const WHEN_FULL = ["send", "drop-oldest", "summary", "error"] as const;

/** What is known of a session. */
export interface Known {
  readonly format: MessageFormat;
  readonly size: { readonly tokens: number; readonly chars: number };
}

/** Tokens or chars of the window. */
export function windowOf({ window, unit }: Settings, { size }: Known): number {
  return window === "session" ? Math.max(size[unit], 1) : numberOf(window);
}

/** An empty field is no number: the package says so. */
const numberOf = (typed: string): number => (typed.trim() === "" ? Number.NaN : Number(typed));

/** What `compactMessages` is called with: a step is taken at every size, so that each position has one to show. */
export function toOptions(settings: Settings, known: Known): CompactOptions {
  const { unit, share, style, recent, whenFull, cacheRead, cacheWrite } = settings;
  const size = windowOf(settings, known);
  const economics = {
    ...(cacheRead !== DEFAULTS.cacheRead && { cacheRead: numberOf(cacheRead) }),
    ...(cacheWrite !== DEFAULTS.cacheWrite && { cacheWrite: numberOf(cacheWrite) }),
  };
  return {
    format: known.format,
    window: unit === "tokens" ? { tokens: size } : { chars: size },
    compactTo: share / 100,
    triggerAt: 0,
    minimumGain: 0,
    ...(style !== DEFAULTS.style && { style }),
    ...(recent !== "" && { recentCallsToKeep: numberOf(recent) }),
    ...(whenFull !== DEFAULTS.whenFull && { whenFull }),
    ...(Object.keys(economics).length > 0 && { economics }),
  };
}

/** For the address: what differs from the defaults. */
export function toParameters(settings: Settings): URLSearchParams {
  const { unit, window, share, style, recent, whenFull, cacheRead, cacheWrite } = settings;
  const all = {
    [unit === "tokens" ? "windowTokens" : "windowChars"]: window,
    compactTo: String(share / 100),
    ...(style !== DEFAULTS.style && { style }),
    ...(recent !== "" && { recentCallsToKeep: recent }),
    ...(whenFull !== DEFAULTS.whenFull && { whenFull }),
    ...(cacheRead !== DEFAULTS.cacheRead && { cacheRead }),
    ...(cacheWrite !== DEFAULTS.cacheWrite && { cacheWrite }),
  };
  return new URLSearchParams(all);
}

/** Back from the address; what it does not name, or names wrongly, is as the defaults say. */
export function fromParameters(parameters: URLSearchParams): Settings {
  const unit = parameters.has("windowChars") ? "chars" : "tokens";
  const share = Math.round(Number(parameters.get("compactTo") ?? DEFAULTS.share / 100) * 100);
  const whenFull = WHEN_FULL.find((way) => way === parameters.get("whenFull"));
  return {
    unit,
    window: parameters.get("windowTokens") ?? parameters.get("windowChars") ?? DEFAULTS.window,
    share: share >= 1 && share <= 100 ? share : DEFAULTS.share,
    style: parameters.get("style") === "summary" ? "summary" : "mask",
    recent: parameters.get("recentCallsToKeep") ?? "",
    whenFull: whenFull ?? DEFAULTS.whenFull,
    cacheRead: parameters.get("cacheRead") ?? DEFAULTS.cacheRead,
    cacheWrite: parameters.get("cacheWrite") ?? DEFAULTS.cacheWrite,
  };
}
