import { homedir } from "node:os";
import { join } from "node:path";
import { fileBackend, OutputStore } from "tooltrim/store";

const folder = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
const backend = fileBackend(join(folder, "tooltrim", "pi"));

/**
 * Calls `use` with the texts of a project. All its sessions share them, so that refs keep their meaning in a session that
 * is resumed or forked, and by several processes at once.
 */
export async function withStore<T>(project: string, use: (store: OutputStore) => T | Promise<T>): Promise<T> {
  const store = new OutputStore({ backend, namespace: project });
  const result = await use(store);
  await store.flush();
  return result;
}
