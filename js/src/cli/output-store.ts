import { homedir } from "node:os";
import { join } from "node:path";
import { fileBackend, OutputStore } from "../store.js";
import type { Config } from "./config.js";

const NAMESPACE = "cli";
const MAX_BYTES = 64 << 20;
/** Milliseconds to wait for another command that is just storing its output. */
const PATIENCE = 5000;

/** The folder of the store: by flag, configuration, environment, or where the system keeps such files. */
export function storeFolder(flag: string | boolean | undefined, config: Config): string {
  const { TOOLTRIM_STORE, XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  const named = (typeof flag === "string" && flag) || config.store?.folder || TOOLTRIM_STORE;
  if (named) return named;
  const platform = process.platform === "win32" ? LOCALAPPDATA : XDG_CACHE_HOME;
  const fallback = process.platform === "darwin" ? join(homedir(), "Library", "Caches") : join(homedir(), ".cache");
  return join(platform || fallback, "tooltrim", "outputs");
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
      if (!isBusy || Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 80));
    }
  }
}
