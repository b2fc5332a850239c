import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { CompactOptions } from "../compaction/types.js";
import type { TrimOptions } from "../text/options.js";
import { configSchema, type SectionName } from "./config-schema.js";
import { UsageError } from "./usage.js";

const NAME = ".tooltrimrc.json";

/** What a `.tooltrimrc.json` sets. */
export interface Config {
  readonly trim?: TrimOptions & { readonly preset?: string };
  readonly store?: { readonly folder?: string; readonly maxBytes?: number };
  readonly compact?: Partial<CompactOptions>;
}

/**
 * Reads the configuration: the file that is named, else the nearest `.tooltrimrc.json` in the working folder or above
 * it, else the one of the home folder. `false` reads none. Values are checked by what takes them.
 *
 * @throws UsageError for a file that is not as its schema says
 */
export function readConfig(asked: string | false | undefined): Config {
  if (asked === false) return {};
  const file = asked ?? nearest(process.cwd());
  if (file === undefined) return {};
  const config = parsed(file);
  const { folder } = config.store ?? {};
  return folder === undefined
    ? config
    : { ...config, store: { ...config.store, folder: resolve(dirname(file), folder) } };
}

function nearest(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const file = join(at, NAME);
    if (existsSync(file)) return file;
    if (dirname(at) === at) break;
  }
  const own = join(homedir(), NAME);
  return existsSync(own) ? own : undefined;
}

function parsed(file: string): Config {
  const wrong = (what: string) => new UsageError(`${file}: ${what}`);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw wrong(`cannot be read: ${(error as Error).message}`);
  }
  let read: unknown;
  try {
    read = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw wrong(`is not JSON: ${(error as Error).message}`);
  }
  if (!isObject(read)) throw wrong("is not a JSON object");
  const { $schema, ...sections } = configSchema.properties;
  for (const [name, value] of Object.entries(read)) {
    if (name === "$schema") continue;
    const properties = Object.hasOwn(sections, name) && sections[name as SectionName].properties;
    if (!properties) throw wrong(`${name}: is not one of ${Object.keys(sections).join(", ")}`);
    if (!isObject(value)) throw wrong(`${name}: is not an object`);
    const unknown = Object.keys(value).find((key) => !Object.hasOwn(properties, key));
    if (unknown === undefined) continue;
    throw wrong(`${name as SectionName}.${unknown}: is not one of ${Object.keys(properties).join(", ")}`);
  }
  return read as Config;
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
