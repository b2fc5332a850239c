import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { fileBackend, OutputStore } from "../store.js";
import type { Config } from "./config.js";
import { InputError } from "./usage.js";

const NAMESPACE = "cli";
const MAX_BYTES = 64 << 20;
/** Milliseconds to wait for another command that is just storing its output. */
const PATIENCE = 5000;

/** The folder of the store: by flag, configuration, environment, or where the system keeps such files. */
export function storeFolder(flags: StoreFlags, config: Config): string {
  const { TOOLTRIM_STORE, XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  const named = flags.storeFolder || config.store?.folder || TOOLTRIM_STORE;
  if (named) return named;
  const platform = process.platform === "win32" ? LOCALAPPDATA : XDG_CACHE_HOME;
  const fallback = process.platform === "darwin" ? join(homedir(), "Library", "Caches") : join(homedir(), ".cache");
  const folder = join(platform || fallback, "tooltrim", "outputs");
  // With an empty HOME it would be in the working folder.
  if (!isAbsolute(folder))
    throw new InputError(`store: ${JSON.stringify(folder)} is not an absolute path; use --store-folder`);
  return folder;
}

/** Flags of commands that keep what they cut. */
export interface StoreFlags {
  readonly store?: boolean;
  readonly storeFolder?: string;
}

/** Opens the store that all commands of a user share, for as short as possible: only one process may write to it. */
export async function openStore(folder: string, config: Config, access?: "read"): Promise<OutputStore> {
  const options = { backend: fileBackend(folder), namespace: NAMESPACE, maxBytes: config.store?.maxBytes ?? MAX_BYTES };
  const until = Date.now() + PATIENCE;
  for (;;) {
    try {
      return await OutputStore.open({ ...options, ...(access && { access }) });
    } catch (error) {
      const isBusy = /is in use by another store/.test((error as Error).message);
      if (!isBusy || Date.now() > until) throw unusable(folder, error);
      await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 80));
    }
  }
}

function unusable(folder: string, error: unknown): InputError {
  const { message } = error as Error;
  const advice = /has data that no store/.test(message)
    ? "; delete the folder, or name another with --store-folder"
    : "";
  return new InputError(`store: ${JSON.stringify(folder)}: ${message}${advice}`);
}
