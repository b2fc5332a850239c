import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { CompactOptions } from "../compaction/types.js";
import type { TrimOptions } from "../text/options.js";
import { configSchema, type Schema } from "./config-schema.js";
import { tell } from "./io.js";
import { isBelow, readRegular } from "./trusted-file.js";
import { UsageError } from "./usage.js";

const NAME = ".tooltrimrc.json";
/** Bytes of the largest file. */
const LARGEST = 64 << 10;

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
 * A file found outside of the home folder may belong to an untrusted checkout: its store must lie below its folder, and
 * `forHook` drops its marker, because a marker addresses the model.
 *
 * @throws UsageError for a file that is not as its schema says
 */
export function readConfig(asked: string | false | undefined, forHook = false): Config {
  if (asked === false) return {};
  const own = join(homedir(), NAME);
  const file = asked ?? nearest(process.cwd(), own);
  if (file === undefined) return {};
  const config = inPlace(parsed(file), dirname(file));
  return asked === undefined && file !== own ? ofCheckout(config, file, forHook) : config;
}

/** Resolves the folder of the store, which is relative to the file. */
function inPlace(config: Config, place: string): Config {
  const { folder } = config.store ?? {};
  return folder === undefined ? config : { ...config, store: { ...config.store, folder: resolve(place, folder) } };
}

function ofCheckout(config: Config, file: string, forHook: boolean): Config {
  const { marker, ...trim } = config.trim ?? {};
  const allowed = forHook && marker !== undefined ? { ...config, trim } : config;
  const { folder, ...store } = config.store ?? {};
  if (folder === undefined || isBelow(folder, dirname(file))) return allowed;
  // An error would cost the output of a command that a hook rewrote.
  if (!forHook) tell(`tooltrim: ${file}: store.folder: is not below the file's own folder; use --store-folder`);
  return { ...allowed, store };
}

function nearest(folder: string, own: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const file = join(at, NAME);
    if (existsSync(file)) return file;
    if (dirname(at) === at) break;
  }
  return existsSync(own) ? own : undefined;
}

function parsed(file: string): Config {
  const wrong = (what: string) => new UsageError(`${file}: ${what}`);
  let text: string;
  try {
    text = readRegular(file, LARGEST);
  } catch (error) {
    throw wrong(`cannot be read: ${(error as Error).message}`);
  }
  let read: unknown;
  try {
    read = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw wrong(`is not JSON: ${(error as Error).message}`);
  }
  const fault = faultOf(read, configSchema as Schema, "");
  if (fault !== undefined) throw wrong(fault);
  return read as Config;
}

/** Names the first value that is not as the schema says; `undefined` if all are. The library checks ranges. */
function faultOf(value: unknown, schema: Schema, path: string): string | undefined {
  const wrong = (rule: string) => `${path && `${path}: `}${shown(value)} is not ${rule}`;
  if (schema.enum) return schema.enum.includes(value as string) ? undefined : wrong(`one of ${schema.enum.join(", ")}`);
  if (schema.oneOf) {
    const faults = schema.oneOf.map((each) => faultOf(value, each, path));
    return faults.includes(undefined)
      ? undefined
      : (faults.find((each, at) => isType(value, schema.oneOf?.[at]) && each) ?? faults[0]);
  }
  if (!isType(value, schema))
    return wrong(/^[aeiou]/.test(schema.type ?? "") ? `an ${schema.type}` : `a ${schema.type}`);
  const { properties, items } = schema;
  if (items) return (value as unknown[]).map((item) => faultOf(item, items, path)).find((fault) => fault !== undefined);
  for (const [name, member] of Object.entries(properties ? (value as object) : {})) {
    const place = path === "" ? name : `${path}.${name}`;
    const own = properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!own) return `${place}: is not one of ${Object.keys(properties ?? {}).join(", ")}`;
    const fault = faultOf(member, own, place);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Returns the beginning of a value as JSON, or its type where it is too deep for JSON. */
function shown(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)?.slice(0, 60);
  } catch {
    return Array.isArray(value) ? "a deep array" : "a deep object";
  }
}

function isType(value: unknown, schema: Schema | undefined): boolean {
  const type = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  return schema?.type === undefined || schema.type === type;
}
