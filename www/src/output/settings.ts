// The options, in each of their forms: what stands in the controls, what `trim` takes, what the address holds.
import type { TrimOptions } from "tooltrim/text";

export const UNITS = {
  maxChars: "chars",
  maxUtf16: "UTF-16 units",
  maxBytes: "bytes",
  maxLines: "lines",
  maxTokens: "tokens",
} as const;

export type LimitName = keyof typeof UNITS;

export const LIMITS = Object.keys(UNITS) as LimitName[];

export const NOISE = ["ansi", "carriageReturns", "repeatedLines", "base64", "longLines"] as const;

export type Noise = (typeof NOISE)[number];

/** What the controls hold; a number as it was typed, so that a wrong one stays to be mended. Empty is not given. */
export interface Settings extends Readonly<Record<LimitName, string>>, Readonly<Record<Noise, boolean>> {
  readonly keep: string;
  readonly headShare: string;
  readonly headChars: string;
  readonly tailChars: string;
  readonly snap: string;
  /** Undefined for the package's own. */
  readonly marker: string | undefined;
  readonly trimEnd: boolean;
  /** What is looked for; empty is no question. */
  readonly about: string;
  readonly rescue: boolean;
  readonly rescueShare: string;
  /** A text on each line. */
  readonly include: string;
  readonly exclude: string;
  readonly clean: boolean;
  readonly json: boolean;
}

/** What the package does when nothing is said. */
export const DEFAULTS: Settings = {
  ...{ maxChars: "", maxUtf16: "", maxBytes: "", maxLines: "", maxTokens: "" },
  ...{ keep: "ends", headShare: "0.5", headChars: "", tailChars: "", snap: "line" },
  ...{ marker: undefined, trimEnd: false, about: "" },
  ...{ rescue: true, rescueShare: "", include: "", exclude: "" },
  ...{ clean: false, ansi: true, carriageReturns: true, repeatedLines: true, base64: true, longLines: false },
  json: false,
};

/** With which the page begins. */
export const START: Settings = { ...DEFAULTS, maxChars: "4000" };

/** The package rescues lines unless it is told otherwise where both ends are kept. */
export const rescues = ({ rescue, keep }: TrimOptions): boolean =>
  rescue === undefined ? (keep ?? "ends") === "ends" : rescue !== false;

/** What follows the text until somebody switches it: on for logs, or for JSON. */
export const FOLLOWING = ["rescue", "clean", "json"] as const;

export type Following = (typeof FOLLOWING)[number];

/** A number, also with separators; anything else as it was typed, for the package to complain of. */
function size(typed: string): number {
  const plain = typed.trim().replace(/(?<=\d)[,_ ](?=\d)/g, "");
  return plain !== "" && Number.isFinite(Number(plain)) ? Number(plain) : (typed as unknown as number);
}

const lines = (text: string): string[] => text.split("\n").filter((line) => line.trim() !== "");

/** What `trim` is called with: what differs from the package's defaults. */
export function toOptions(settings: Settings): TrimOptions {
  const { keep, headShare, headChars, tailChars, snap, marker } = settings;
  const limits = LIMITS.filter((name) => settings[name].trim() !== "").map((name) => [name, size(settings[name])]);
  const ends = keep === "ends";
  return {
    ...Object.fromEntries(limits),
    ...(keep !== DEFAULTS.keep && { keep: keep as "head" }),
    ...(ends && headShare !== DEFAULTS.headShare && { headShare: size(headShare) }),
    ...(headChars.trim() && { headChars: size(headChars) }),
    ...(tailChars.trim() && { tailChars: size(tailChars) }),
    ...(snap !== DEFAULTS.snap && { snap: snap as "line" }),
    ...(marker !== undefined && { marker }),
    ...(settings.trimEnd && { trimEnd: true }),
    ...(settings.about.trim() && { about: settings.about }),
    ...rescueOption(settings),
    ...(settings.clean && { clean: cleanOption(settings) }),
    ...(settings.json && { format: "json" as const }),
  };
}

function rescueOption({ keep, rescue, rescueShare, include, exclude }: Settings): Pick<TrimOptions, "rescue"> {
  const options = {
    ...(rescueShare.trim() && { share: size(rescueShare) }),
    ...(lines(include).length > 0 && { include: lines(include) }),
    ...(lines(exclude).length > 0 && { exclude: lines(exclude) }),
  };
  if (rescue && Object.keys(options).length > 0) return { rescue: options };
  return rescue === (keep === "ends") ? {} : { rescue };
}

function cleanOption(settings: Settings): NonNullable<TrimOptions["clean"]> {
  if (NOISE.every((kind) => settings[kind] === DEFAULTS[kind])) return true;
  return Object.fromEntries(NOISE.filter((kind) => settings[kind]).map((kind) => [kind, true]));
}

/** The controls for some options, as presets have them. */
export function toSettings(options: TrimOptions): Settings {
  const { rescue, clean, format } = options;
  const text = (value: unknown) => (value === undefined ? "" : String(value));
  const parts = typeof rescue === "object" ? rescue : {};
  return {
    ...DEFAULTS,
    ...Object.fromEntries(LIMITS.map((name) => [name, text(options[name])])),
    keep: options.keep ?? DEFAULTS.keep,
    headShare: text(options.headShare ?? DEFAULTS.headShare),
    headChars: text(options.headChars),
    tailChars: text(options.tailChars),
    snap: options.snap ?? DEFAULTS.snap,
    marker: options.marker,
    trimEnd: options.trimEnd ?? false,
    about: options.about ?? "",
    rescue: rescues(options),
    rescueShare: text(parts.share),
    include: (parts.include ?? []).join("\n"),
    exclude: (parts.exclude ?? []).join("\n"),
    clean: Boolean(clean),
    ...(typeof clean === "object" && Object.fromEntries(NOISE.map((kind) => [kind, clean[kind] === true]))),
    json: format === "json",
  };
}

/** The options for the address; what was switched off is said, as the receiver's text may be a log. */
export function toParameters(settings: Settings, chosen: ReadonlySet<string>): URLSearchParams {
  const { rescue, clean, format, ...plain } = toOptions(settings);
  const parameters = new URLSearchParams(Object.entries(plain).map(([name, value]) => [name, String(value)]));
  const put = (name: string, value: string) => parameters.set(name, value);
  if (rescue !== undefined || chosen.has("rescue")) put("rescue", String(settings.rescue));
  if (typeof rescue === "object") {
    for (const [name, value] of Object.entries(rescue)) {
      put(`rescue.${name}`, Array.isArray(value) ? value.join("\n") : String(value));
    }
  }
  if (clean || chosen.has("clean"))
    put("clean", typeof clean === "object" ? Object.keys(clean).join(",") : String(Boolean(clean)));
  if (format || chosen.has("json")) put("format", format ?? "text");
  return parameters;
}

/** Back from the address; what it does not name, or names wrongly, is as at the start. */
export function fromParameters(parameters: URLSearchParams): Settings {
  const given = Object.fromEntries(parameters);
  const limited = LIMITS.some((name) => name in given);
  const text = (name: string, otherwise = "") => given[name] ?? otherwise;
  const oneOf = (name: string, values: readonly string[], otherwise: string) =>
    values.includes(given[name] ?? "") ? text(name) : otherwise;
  const share = text("headShare");
  const kinds = text("clean").split(",");
  const some = NOISE.some((kind) => kinds.includes(kind));
  return {
    ...START,
    ...(limited && Object.fromEntries(LIMITS.map((name) => [name, text(name)]))),
    keep: oneOf("keep", ["head", "tail", "ends", "none"], START.keep),
    headShare: Number(share) >= 0 && Number(share) <= 1 && share !== "" ? share : START.headShare,
    headChars: text("headChars"),
    tailChars: text("tailChars"),
    snap: oneOf("snap", ["char", "grapheme", "line"], START.snap),
    marker: given.marker,
    trimEnd: given.trimEnd === "true",
    about: text("about"),
    rescue: given.rescue ? given.rescue === "true" : oneOf("keep", ["head", "tail", "none"], "ends") === "ends",
    rescueShare: text("rescue.share"),
    include: text("rescue.include"),
    exclude: text("rescue.exclude"),
    clean: some || given.clean === "true",
    ...(some && Object.fromEntries(NOISE.map((kind) => [kind, kinds.includes(kind)]))),
    json: given.format === "json",
  };
}

/** What of the address shall not follow the text. */
export const chosenIn = (parameters: URLSearchParams): Set<Following> =>
  new Set(FOLLOWING.filter((name) => parameters.has(name === "json" ? "format" : name)));
