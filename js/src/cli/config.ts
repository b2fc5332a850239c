import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { CompactOptions } from "../compaction/types.js";
import type { TrimOptions } from "../text/options.js";
import { configSchema } from "./config-schema.js";
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
  const fault = faultOf(read, configSchema as Schema, "");
  if (fault !== undefined) throw wrong(fault);
  return read as Config;
}

/** What is used of JSON Schema here. */
interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/** Names the first value that is not as the schema says; `undefined` if all are. The library checks ranges. */
function faultOf(value: unknown, schema: Schema, path: string): string | undefined {
  const wrong = (rule: string) => `${path && `${path}: `}${JSON.stringify(value)?.slice(0, 60)} is not ${rule}`;
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

function isType(value: unknown, schema: Schema | undefined): boolean {
  const type = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  return schema?.type === undefined || schema.type === type;
}
