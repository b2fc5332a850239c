// How much of what a tool answers goes to the model, where the rest is kept, and how the model reads it.
import { presets, TrimStream } from "tooltrim";
import { retrieveTool } from "tooltrim/store";

/** @typedef {import("tooltrim/store").OutputStore} OutputStore */

/** Where `presets.terminal` is made for 30,000 chars, a small window wants less. */
const terminal = { ...presets.terminal, maxChars: 6_000 };

/** @type {Readonly<Record<string, import("tooltrim").TrimOptions>>} */
const bounds = {
  read_file: presets.fileRead,
  search: { ...presets.search, maxBytes: 6_000 },
  edit_file: { maxChars: 2_000 },
  shell: terminal,
};

/**
 * The limits of a tool. What is cut stands whole in the store, under the ref that the marker names.
 *
 * @param {string} name
 * @param {OutputStore} store
 * @returns {import("tooltrim").TrimOptions}
 */
export const boundsOf = (name, store) => ({ ...(bounds[name] ?? terminal), label: name, store });

/** For output that comes in pieces, as a shell's does. @param {OutputStore} store */
export const boundedStream = (store) => new TrimStream(boundsOf("shell", store));

/**
 * The tool that reads what was cut, in the shape that a library has for tools. It answers in pages of the same size as
 * the others do.
 *
 * @template {"text" | "openai-chat" | "ai-sdk" | "langchain"} Format
 * @param {OutputStore} store
 * @param {Format} format
 */
export const recallTool = (store, format) => retrieveTool(store, format, { maxChars: 6_000 });
