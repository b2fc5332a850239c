import { Option } from "commander";
import { UsageError } from "../cli/usage.js";
import { FEWEST_CHARS, type Limits } from "./limit/limits.js";

/** Settings of a proxy. */
export interface Settings {
  readonly limits: Limits;
  /** Maximum chars for results of single tools, by tool name. */
  readonly tools: ReadonlyMap<string, number>;
  /** True if full results are kept for retrieval. */
  readonly retrieve: boolean;
  /** Names of arguments of tools that say what is looked for, the first that is given. */
  readonly about: readonly string[];
  /** Maximum bytes of full results that are kept. */
  readonly storeBytes: number;
}

/** Values of the flags of `mcp`, as commander reads them. */
export interface McpFlags extends Pick<Settings, "retrieve" | "storeBytes"> {
  readonly maxChars?: number;
  readonly maxTokens?: number;
  readonly maxMedia: number;
  readonly tool?: Settings["tools"];
  readonly rescue: boolean;
  readonly about?: readonly string[];
  readonly url?: URL;
  readonly header?: Readonly<Record<string, string>>;
  readonly stats?: true;
  readonly log?: string;
}

const FEWEST_TOKENS = 300;
const MAX_CHARS = 30_000;
/** More chars per token than any text has, except for indented code and the like. */
const CHARS_PER_TOKEN = 8;

/** Flags of `mcp`, in the order of the help. */
export const mcpFlags = (): Option[] => [
  count("max-chars", FEWEST_CHARS, `chars of all texts in a result, at least ${FEWEST_CHARS} (${MAX_CHARS})`),
  count(
    "max-tokens",
    FEWEST_TOKENS,
    "estimated tokens of all texts, at least 300; alone it allows 8 times as many chars",
  ),
  count("max-media", 0, "chars of base64 in all images, audio and blobs of a result").default(4_000_000),
  new Option("--tool <name=n>", "chars for the results of one tool; can be repeated").argParser(toolLimit),
  new Option("--no-rescue", "do not rescue error lines from the part that is cut"),
  new Option("--no-retrieve", "store nothing, and add no tool"),
  new Option(
    "--about <argument>",
    "an argument of tools that says what is looked for, such as query: what answers it comes first; can be repeated",
  ).argParser(argumentNames),
  count("store-bytes", 1, "bytes that the store holds").default(16 << 20),
  new Option("--url <url>", "a streamable HTTP server, in place of a command").argParser(urlOf),
  new Option("--header <name: value>", "a header for its requests; can be repeated").argParser(headers),
  new Option("--stats", "print a table at the end, on stderr: calls and cuts by tool"),
  new Option("--log <file>", "write reports and the table to a file instead of stderr"),
];

/** Returns the settings that the flags ask for. @throws UsageError for what the parser cannot check */
export function settingsOf(server: readonly string[], flags: McpFlags): Settings {
  const {
    url,
    header,
    maxTokens: tokens,
    maxMedia: media,
    rescue,
    tool: tools = new Map(),
    about = [],
    ...own
  } = flags;
  if (url && server.length > 0)
    throw new UsageError(`--url: stands in place of a server command, not beside "${server.join(" ")}"`);
  if (!url && server.length === 0) throw new UsageError("server: there is none; give a command after -- or a --url");
  if (!url && header) throw new UsageError("--header: needs a --url");
  const { retrieve, storeBytes, maxChars } = own;
  const chars = maxChars ?? (tokens === undefined ? MAX_CHARS : Math.max(FEWEST_CHARS, tokens * CHARS_PER_TOKEN));
  return { limits: { chars, tokens, media, rescue }, tools, retrieve, about, storeBytes };
}

const count = (name: string, fewest: number, about: string): Option =>
  new Option(`--${name} <n>`, about).argParser((value) => wholeNumber(name, value, fewest));

function wholeNumber(name: string, value: string, fewest: number): number {
  const number = /^\d[\d_]*$/.test(value) ? Number(value.replaceAll("_", "")) : Number.NaN;
  if (Number.isSafeInteger(number) && number >= fewest) return number;
  throw new UsageError(`--${name}: ${JSON.stringify(value)} is not a whole number of ${fewest} or more`);
}

function toolLimit(value: string, before: Settings["tools"] = new Map()): Settings["tools"] {
  const at = value.lastIndexOf("=");
  if (at < 1) throw new UsageError(`--tool: ${JSON.stringify(value)} is not a name, = and a number of chars`);
  const name = value.slice(0, at);
  return new Map([...before, [name, wholeNumber(`tool ${name}`, value.slice(at + 1), FEWEST_CHARS)]]);
}

/** Adds the name of an argument. What looks like a flag is one: its own value was forgotten. */
function argumentNames(name: string, before: readonly string[] = []): readonly string[] {
  if (name === "" || name.startsWith("-"))
    throw new UsageError(`--about: ${JSON.stringify(name)} is not the name of an argument`);
  return [...before, name];
}

function urlOf(value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && (url.protocol === "http:" || url.protocol === "https:")) return url;
  throw new UsageError(`--url: ${JSON.stringify(value)} is not an address that begins with http:// or https://`);
}

/** Adds a header. The value may be a secret, so errors name only the header. */
function headers(value: string, before: McpFlags["header"] = {}): McpFlags["header"] {
  const [, name, content] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\r\n\0]*)$/.exec(value) ?? [];
  if (name !== undefined && content !== undefined) return { ...before, [name.toLowerCase()]: content };
  throw new UsageError(`--header: ${JSON.stringify(value.split(/[:\s]/)[0])} is not followed by a colon and a value`);
}
