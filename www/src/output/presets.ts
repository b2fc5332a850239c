// The presets of the package, as one list to choose from.
import { presets, type TrimOptions } from "tooltrim/text";
import { type Settings, toSettings } from "./settings.js";

export interface Preset {
  /** As code would name it. */
  readonly name: string;
  readonly about: string;
  readonly options: () => TrimOptions;
}

export const PRESETS: readonly Preset[] = [
  { name: "terminal", about: "output of commands", options: () => presets.terminal },
  { name: "fileRead", about: "a file that was read", options: () => presets.fileRead },
  { name: "search", about: "search hits", options: () => presets.search },
  { name: "apiResponse", about: "JSON of an API", options: () => presets.apiResponse },
  { name: "toolify", about: "any tool’s result", options: () => presets.toolify },
  { name: "field()", about: "one field of a record", options: () => presets.field() },
  { name: "checkpoint()", about: "all or a message", options: () => presets.checkpoint() },
  { name: "response()", about: "a whole response", options: () => presets.response() },
  ...(["head", "tail", "center", "centerLines"] as const).map((mode) => ({
    name: `contextTrimmer("${mode}")`,
    about: { head: "the start", tail: "the end", center: "both ends", centerLines: "both ends, by lines" }[mode],
    options: () => presets.contextTrimmer(mode),
  })),
];

export const presetNamed = (name: string): Preset | undefined => PRESETS.find((preset) => preset.name === name);

/** Whether the controls say what a preset does. */
export const isPreset = (settings: Settings, preset: Preset): boolean =>
  serial(settings) === serial(toSettings(preset.options()));

/** The preset that the controls say; empty, if it is none. */
export const nameOfPreset = (settings: Settings): string =>
  PRESETS.find((preset) => isPreset(settings, preset))?.name ?? "";

function serial(settings: Settings): string {
  // What cleaning would remove says nothing while it is off.
  const { ansi, carriageReturns, repeatedLines, base64, longLines, headShare, ...rest } = settings;
  const kinds = settings.clean ? [ansi, carriageReturns, repeatedLines, base64, longLines] : [];
  const values = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([values, kinds, settings.keep === "ends" ? Number(headShare) : ""]);
}
