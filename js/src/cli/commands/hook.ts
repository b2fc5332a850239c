import { closeSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { ownForm, wasm } from "../../core.js";
import type { TrimOptions } from "../../text/options.js";
import type { Config } from "../config.js";
import { bytesOf, print, textOf, wholeOf } from "../io.js";
import { checkOptions, keep } from "../keep.js";
import type { StoreFlags } from "../output-store.js";
import { Spool } from "../spool.js";
import type { TrimFlags } from "../trim-options.js";
import { isBelow, openRegular } from "../trusted-file.js";
import { InputError } from "../usage.js";
import { optionsOf } from "./trim.js";

export type Agent = "claude-code" | "codex" | "gemini";

type HookFlags = TrimFlags & StoreFlags;

/** Input of a hook, as far as it is read. */
interface HookInput {
  readonly hook_event_name?: string;
  readonly tool_name?: string;
  readonly tool_input?: { readonly [name: string]: unknown };
  readonly tool_response?: unknown;
}

/**
 * Runs `tooltrim hook`: reads the JSON that an agent gives its hooks, and prints the JSON that bounds a tool's output.
 * Prints nothing if the call or the result is fine as it is.
 */
export async function runHook(agent: Agent, flags: HookFlags, config: Config, args: readonly string[]) {
  const input = read();
  const { hook_event_name: event } = input;
  const options = optionsOf(flags, config);
  // In the rewritten command a mistake would replace the output.
  checkOptions(options, flags);
  if (event === "PreToolUse" || event === "BeforeTool") {
    const command = rewritten(agent, input, [...args, ...(flags.marker === undefined ? ["--marker", marker()] : [])]);
    if (command !== undefined) answer(event, changeOf(agent, input, command));
  } else if (event === "PostToolUse" && agent === "claude-code" && !isOwn(input)) {
    const response = await bounded(input, { marker: marker(), ...options }, flags, config);
    if (response !== input.tool_response) answer(event, { updatedToolOutput: response });
  }
}

function read(): HookInput {
  try {
    const input: unknown = JSON.parse(textOf(wholeOf(undefined), undefined));
    if (typeof input === "object" && input !== null && "hook_event_name" in input) return input as HookInput;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new InputError("stdin: is not the JSON of a hook, an object with hook_event_name");
}

function answer(hookEventName: string, change: object): void {
  print(`${JSON.stringify({ hookSpecificOutput: { hookEventName, ...change } })}\n`);
}

function changeOf(agent: Agent, { tool_input }: HookInput, command: string): object {
  const updatedInput = { ...tool_input, command };
  if (agent === "gemini") return { tool_input: { command } };
  // Codex takes a rewritten command only with this decision, and asks for approval as it would without. Claude Code
  // would no longer ask.
  return agent === "codex" ? { permissionDecision: "allow", updatedInput } : { updatedInput };
}

/** Returns a marker with the command that reads the omitted part: the model has no other source for it. */
function marker(): string {
  const command = process.env.npm_command === "exec" ? "npx -y tooltrim" : "tooltrim";
  return `... [{count} chars omitted; to read them: ${command} retrieve '{ref}' --pattern TEXT, or --lines 1-99] ...`;
}

/**
 * The command with its output piped into `tooltrim trim --store`. It stays as it is written, in a group, so that no
 * quoting can go wrong, the shell stays the agent's own, and Claude Code still finds in it what its rules forbid.
 */
function rewritten(agent: Agent, { tool_input = {} }: HookInput, args: readonly string[]): string | undefined {
  const { command, run_in_background: later, is_background: background } = tool_input;
  if (typeof command !== "string" || command.trim() === "" || later || background) return undefined;
  // These agents use PowerShell there.
  if (process.platform === "win32" && agent !== "claude-code") return undefined;
  // The folder that Claude Code goes on in would be lost with the group.
  if (agent === "claude-code" && /\b(?:cd|pushd|popd)\b/.test(command)) return undefined;
  // A process in the background would hold the pipe open; `&&`, `>&`, `&>` and `|&` start none.
  if (/\btooltrim\b/.test(command) || /(?<![&>|<])&(?![&>])/.test(command)) return undefined;
  // Not by name: shells that agents start may have another PATH.
  const own = [process.execPath, process.argv[1] as string, ...args].map(quoted).join(" ");
  return `set -o pipefail; (set +o pipefail\n${command}\n) 2>&1 | ${own}`;
}

const quoted = (word: string) => (/^[\w./:=@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** True for a call of this command, whose output is bounded, or has been asked for. */
const isOwn = ({ tool_input }: HookInput) => /\btooltrim\b/.test(String(tool_input?.command ?? ""));

/** Members that hold no text. */
const BINARY = ["data", "base64", "blob"];

/** The response in its own shape, with all its texts within the limit together; the same object if they are. */
async function bounded(input: HookInput, options: TrimOptions, flags: HookFlags, config: Config): Promise<unknown> {
  const response = input.tool_response;
  const texts: string[] = [];
  walk(response, (text) => {
    texts.push(text);
    return text;
  });
  const { maxChars } = options;
  // Short texts leave their room to long ones.
  const share = (most: number) => Math.max(1, wasm().fair_share(most, Float64Array.from(texts, lengthOf)));
  const limits = maxChars === undefined ? options : { ...options, maxChars: share(maxChars) };
  const file = persistedIn(input);
  const after = new Map<string, string>();
  for (const text of new Set(texts)) {
    const isPart = file !== undefined && text === (response as { stdout?: unknown }).stdout;
    after.set(text, await trimmed(text, isPart ? file : undefined, limits, flags, config));
  }
  if (file === undefined && texts.every((text) => after.get(text) === text)) return response;
  const changed = walk(response, (text) => after.get(text) ?? text);
  if (file === undefined) return changed;
  // With the file named, Claude Code shows the first 2 KB of it, and not the text.
  const { persistedOutputPath: _, persistedOutputSize: __, ...rest } = changed as Record<string, unknown>;
  return rest;
}

/** Bytes of the largest output in a file that is read. */
const LARGEST = 256 << 20;

/**
 * Returns the file in which Claude Code keeps the whole output of its shell. A file that another tool names, or one
 * outside of the agent's own folder, is not opened.
 */
function persistedIn({ tool_name, tool_response }: HookInput): string | undefined {
  const { persistedOutputPath: file } = (tool_response ?? {}) as { persistedOutputPath?: unknown };
  const folder = process.env.CLAUDE_CONFIG_DIR || join(homedir(), ".claude");
  if (tool_name !== "Bash" || typeof file !== "string" || !isBelow(file, folder)) return undefined;
  try {
    closeSync(openRegular(file, LARGEST));
    return file;
  } catch {
    return undefined;
  }
}

/** The text, or the file that holds all of it, within the limits. */
async function trimmed(text: string, file: string | undefined, options: TrimOptions, flags: HookFlags, config: Config) {
  const spool = new Spool();
  try {
    if (file === undefined) spool.add(Buffer.from(text));
    else for (const piece of bytesOf(file)) spool.add(piece);
    return (await keep(spool, options, flags, config)).text;
  } finally {
    spool.close();
  }
}

/** Levels of a response that are read. A marker replaces deeper ones, which would exhaust the stack here and in JSON. */
const DEEPEST = 500;

/** A copy with other texts. Names of files and the like are texts, too, and short. */
function walk(value: unknown, change: (text: string) => string, level = 0): unknown {
  if (typeof value === "string") return change(value);
  if (typeof value !== "object" || value === null) return value;
  if (level === DEEPEST) return ownForm("DEEP", DEEPEST);
  if (Array.isArray(value)) return value.map((item) => walk(item, change, level + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      BINARY.includes(name) ? member : walk(member, change, level + 1),
    ]),
  );
}

const lengthOf = (text: string) => [...text].length;
