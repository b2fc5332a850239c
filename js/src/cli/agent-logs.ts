// Where agents keep their session logs. docs/messages.md has the table with sources.

import { readdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { LogAgent } from "../messages.js";

/** A session log on this machine. */
export interface FoundLog {
  readonly agent: LogAgent;
  readonly path: string;
  readonly bytes: number;
  readonly modified: Date;
}

interface Place {
  readonly agent: LogAgent;
  readonly folder: string;
  /** Path below the folder, with `/`. A group `log` is the folder that holds the files of one log. */
  readonly log: RegExp;
}

/** Returns the logs of all known agents, the newest first. Reads folders, not files. */
export function findLogs(): FoundLog[] {
  const found = places().flatMap(({ agent, folder, log }) => {
    const paths = filesIn(folder).flatMap((path) => log.exec(path)?.groups?.log ?? (log.test(path) ? [path] : []));
    return [...new Set(paths)].flatMap((path) => described(agent, join(folder, path)));
  });
  return found.sort((one, other) => other.modified.getTime() - one.modified.getTime());
}

/** The folders that are searched. */
export function places(): Place[] {
  const { env, platform } = process;
  const home = homedir();
  const config = platform === "win32" ? (env.APPDATA ?? join(home, "AppData", "Roaming")) : undefined;
  const settings =
    config ?? (platform === "darwin" ? join(home, "Library", "Application Support") : join(home, ".config"));
  const editors = ["Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf"];
  const claude = env.CLAUDE_CONFIG_DIR ?? join(home, ".claude");
  const codex = env.CODEX_HOME ?? join(home, ".codex");
  const cline = env.CLINE_DIR ?? join(home, ".cline");
  const data = env.XDG_DATA_HOME ?? join(home, ".local", "share");
  const lines = /\.jsonl$/;
  return [
    { agent: "claude-code", folder: join(claude, "projects"), log: /^[^/]+\/[^/]+\.jsonl$/ },
    { agent: "codex", folder: join(codex, "sessions"), log: /(^|\/)rollout-[^/]*\.jsonl$/ },
    { agent: "codex", folder: join(codex, "archived_sessions"), log: /(^|\/)rollout-[^/]*\.jsonl$/ },
    { agent: "gemini-cli", folder: join(home, ".gemini", "tmp"), log: /\/chats\/session-[^/]*\.jsonl?$/ },
    {
      agent: "opencode",
      folder: join(data, "opencode", "storage", "message"),
      log: /^(?<log>ses_[^/]+)\/msg_[^/]*\.json$/,
    },
    { agent: "pi", folder: join(env.PI_CODING_AGENT_DIR ?? join(home, ".pi", "agent"), "sessions"), log: lines },
    { agent: "cline", folder: join(cline, "data"), log: /(^|\/)(api_conversation_history|[^/]*\.messages)\.json$/ },
    ...editors.map((editor): Place => {
      const folder = join(settings, editor, "User", "globalStorage", "saoudrizwan.claude-dev", "tasks");
      return { agent: "cline", folder, log: /\/api_conversation_history\.json$/ };
    }),
    {
      agent: "openhands",
      folder: join(home, ".openhands", "conversations"),
      log: /^(?<log>[^/]+\/events)\/event-[^/]*\.json$/,
    },
    { agent: "swe-agent", folder: join(process.cwd(), "trajectories"), log: /\.traj(\.json)?$/ },
    { agent: "swe-agent", folder: join(settings, "mini-swe-agent"), log: /\.traj\.json$/ },
  ];
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => path.replaceAll("\\", "/"));
  } catch {
    return [];
  }
}

function described(agent: LogAgent, path: string): FoundLog[] {
  try {
    const files = partsOf(path).map((file) => statSync(file));
    const modified = new Date(Math.max(...files.map(({ mtimeMs }) => mtimeMs)));
    return [{ agent, path, bytes: files.reduce((sum, { size }) => sum + size, 0), modified }];
  } catch {
    return [];
  }
}

/**
 * The files of a log: itself, or if it is a folder what is in it, in the order of their names. opencode stores the parts
 * of a message in a folder beside those of all messages: `storage/message/SESSION/`, `storage/part/MESSAGE/`.
 */
export function partsOf(path: string): string[] {
  const files = isFolder(path) ? filesOf(path) : [];
  if (files.length === 0) return [path];
  const parts = join(path, "..", "..", "part");
  if (basename(dirname(path)) !== "message" || !isFolder(parts)) return files;
  return [...files, ...files.flatMap((file) => filesOf(join(parts, basename(file, ".json"))))];
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

function filesOf(folder: string): string[] {
  if (!isFolder(folder)) return [];
  const names = readdirSync(folder).filter((name) => /\.jsonl?$/.test(name));
  return names.sort().map((name) => join(folder, name));
}
