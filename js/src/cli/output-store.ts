import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { fileBackend, OutputStore } from "../store.js";
import type { Config } from "./config.js";
import { InputError } from "./usage.js";

const NAMESPACE = "cli";
const MAX_BYTES = 64 << 20;

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

/** The store that all commands of a user share. */
export function openStore(folder: string, config: Config): OutputStore {
  const maxBytes = config.store?.maxBytes ?? MAX_BYTES;
  return new OutputStore({ backend: fileBackend(folder), namespace: NAMESPACE, maxBytes });
}
