import { parseArgs } from "node:util";
import { UsageError } from "../cli/usage.js";
import { FEWEST_CHARS, FEWEST_TOKENS, type Limits } from "./limit/cutter.js";

/** Settings of a proxy. */
export interface Settings {
  readonly limits: Limits;
  /** Maximum chars for results of single tools, by tool name. */
  readonly tools: ReadonlyMap<string, number>;
  /** True if full results are kept for retrieval. */
  readonly retrieve: boolean;
  /** Maximum bytes of full results that are kept. */
  readonly storeBytes: number;
}

/** Parsed command line. */
export interface McpArguments {
  readonly help: boolean;
  readonly settings: Settings;
  /** The server: a command or a URL. */
  readonly server: { readonly command: string; readonly args: readonly string[] } | { readonly url: URL };
  readonly headers: Readonly<Record<string, string>>;
  readonly stats: boolean;
  readonly log: string | undefined;
}

const MAX_CHARS = 30_000;
/** More chars per token than any text has, except for indented code and the like. */
const CHARS_PER_TOKEN = 8;
const MAX_MEDIA = 4_000_000;
const STORE_BYTES = 16 << 20;

const options = {
  "max-chars": { type: "string" },
  "max-tokens": { type: "string" },
  "max-media": { type: "string" },
  tool: { type: "string", multiple: true },
  rescue: { type: "boolean" },
  "no-rescue": { type: "boolean" },
  "no-retrieve": { type: "boolean" },
  "store-bytes": { type: "string" },
  url: { type: "string" },
  header: { type: "string", multiple: true },
  stats: { type: "boolean" },
  log: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

/** Reads the command line of `tooltrim mcp`. @throws UsageError */
export function readArguments(given: readonly string[]): McpArguments {
  const split = given.indexOf("--");
  const [own, command] = split < 0 ? [given, []] : [given.slice(0, split), given.slice(split + 1)];
  const { values, positionals } = parsed(own);
  // The two dashes are optional if the command is unambiguous without them.
  const server = [...positionals, ...command];
  const tokens = optionalNumber("max-tokens", values["max-tokens"], FEWEST_TOKENS);
  const chars = tokens === undefined ? MAX_CHARS : Math.max(FEWEST_CHARS, tokens * CHARS_PER_TOKEN);
  const url = values.url === undefined ? undefined : urlOf(values.url);
  if (!values.help) {
    if (url && server.length > 0)
      throw new UsageError(`--url: stands in place of a server command, not beside "${server.join(" ")}"`);
    if (!url && server.length === 0) throw new UsageError("server: there is none; give a command after -- or a --url");
    if (!url && values.header) throw new UsageError("--header: needs a --url");
    if (values.rescue && values["no-rescue"]) throw new UsageError("--no-rescue: contradicts --rescue");
  }
  return {
    help: values.help ?? false,
    settings: {
      limits: {
        chars: optionalNumber("max-chars", values["max-chars"], FEWEST_CHARS) ?? chars,
        tokens,
        media: optionalNumber("max-media", values["max-media"], 0) ?? MAX_MEDIA,
        rescue: !values["no-rescue"],
      },
      tools: new Map((values.tool ?? []).map(toolLimit)),
      retrieve: !values["no-retrieve"],
      storeBytes: optionalNumber("store-bytes", values["store-bytes"], 1) ?? STORE_BYTES,
    },
    server: url ? { url } : { command: server[0] ?? "", args: server.slice(1) },
    headers: Object.fromEntries((values.header ?? []).map(headerOf)),
    stats: values.stats ?? false,
    log: values.log,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function optionalNumber(name: string, value: string | undefined, fewest: number): number | undefined {
  if (value === undefined) return undefined;
  const number = /^\d[\d_]*$/.test(value) ? Number(value.replaceAll("_", "")) : Number.NaN;
  if (Number.isSafeInteger(number) && number >= fewest) return number;
  throw new UsageError(`--${name}: ${JSON.stringify(value)} is not a whole number of ${fewest} or more`);
}

function toolLimit(value: string): [string, number] {
  const at = value.lastIndexOf("=");
  if (at < 1) throw new UsageError(`--tool: ${JSON.stringify(value)} is not a name, = and a number of chars`);
  const name = value.slice(0, at);
  return [name, optionalNumber(`tool ${name}`, value.slice(at + 1), FEWEST_CHARS) ?? 0];
}

function urlOf(value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && (url.protocol === "http:" || url.protocol === "https:")) return url;
  throw new UsageError(`--url: ${JSON.stringify(value)} is not an address that begins with http:// or https://`);
}

/** Parses a header. The value may be a secret, so errors name only the header. */
function headerOf(value: string): [string, string] {
  const [, name, content] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\r\n\0]*)$/.exec(value) ?? [];
  if (name !== undefined && content !== undefined) return [name.toLowerCase(), content];
  throw new UsageError(`--header: ${JSON.stringify(value.split(/[:\s]/)[0])} is not followed by a colon and a value`);
}
