// What of a session outlives its process (`--session <folder>`): the conversation and what was decided about it, in a
// file; what was cut from it, in files of its own. Without a folder all of it stays in memory.
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileBackend, OutputStore } from "tooltrim/store";
import { UserError } from "./settings.mjs";

/**
 * @typedef {object} Conversation
 * @property {import("./context.mjs").Message[]} history
 * @property {import("tooltrim").JsonValue} [compaction] what the compactor decided
 */

/**
 * @typedef {object} Saved
 * @property {string | undefined} repository where the repository stays, too
 * @property {OutputStore} store
 * @property {Conversation | undefined} conversation of the time before
 * @property {(conversation: Conversation) => Promise<void>} save
 * @property {() => Promise<void>} close writes what is not written yet
 */

/** @param {string | undefined} folder @returns {Promise<Saved>} */
export async function openSaved(folder) {
  if (folder === undefined) {
    const nothing = async () => {};
    return { repository: undefined, store: new OutputStore(), conversation: undefined, save: nothing, close: nothing };
  }
  try {
    return await open(resolve(folder));
  } catch (error) {
    throw new UserError(`--session: ${folder} cannot be used: ${/** @type {Error} */ (error).message}`);
  }
}

/** @param {string} folder @returns {Promise<Saved>} */
async function open(folder) {
  await mkdir(folder, { recursive: true });
  const file = join(folder, "conversation.json");
  const store = new OutputStore({ backend: fileBackend(join(folder, "outputs")), namespace: "agent" });
  const text = await readFile(file, "utf8").catch((error) => {
    if (error.code !== "ENOENT") throw error;
  });
  return {
    repository: join(folder, "repository"),
    store,
    conversation: text === undefined ? undefined : JSON.parse(text),
    async save(conversation) {
      // What refs stand for first: a conversation that names one must find it.
      await store.flush();
      // Written aside, so that there is always a whole one.
      await writeFile(`${file}.new`, JSON.stringify(conversation), { mode: 0o600 });
      await rename(`${file}.new`, file);
    },
    async close() {
      await store.flush().catch((error) => {
        throw new UserError(`--session: what was cut is not all in ${folder}: ${error.message}`);
      });
    },
  };
}
