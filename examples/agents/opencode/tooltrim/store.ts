import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileBackend, OutputStore } from "tooltrim/store";

const folder = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
const backend = fileBackend(join(folder, "tooltrim", "opencode"));
let last: Promise<unknown> = Promise.resolve();

/**
 * Calls `use` with the texts of a project. All its sessions share them, so that refs keep their meaning in a session that
 * is resumed or forked. They are open only meanwhile: one process at a time can write to them.
 */
export function withStore<T>(project: string, use: (store: OutputStore) => T | Promise<T>): Promise<T> {
  const result = last.then(async () => {
    const store = await open(project);
    try {
      return await use(store);
    } finally {
      await store.close();
    }
  });
  last = result.catch(() => {});
  return result;
}

async function open(namespace: string, attempts = 50): Promise<OutputStore> {
  try {
    return await OutputStore.open({ backend, namespace });
  } catch (error) {
    if (attempts === 1 || !/is in use by another store/.test(String(error))) throw error;
    await setTimeout(100);
    return open(namespace, attempts - 1);
  }
}
