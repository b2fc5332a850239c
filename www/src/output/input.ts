// A text on its way into the tab: typed, pasted, dropped, opened, from a link, or an example.
import { fileSize } from "../shared/dom.js";
import type { Progress } from "../shared/remote.js";
import type { Example } from "./examples.js";
import { fromFile, fromText, type Source } from "./source.js";

export interface Input {
  /** Shown to the person. Empty for what was typed or pasted. */
  readonly name: string;
  /** What other tabs get; later for what is still to be loaded. */
  readonly content: () => Promise<string | File>;
  readonly source: (progress: Progress) => Promise<Source>;
  /** It stands in the editor already. */
  readonly typed?: boolean;
  /** What is to be said of it. */
  readonly note?: string;
}

const MOST_BYTES = 200_000_000;

export function textInput(text: string, more: Partial<Input> = {}): Input {
  return { name: "", content: async () => text, source: () => fromText(text), ...more };
}

/** Throws for a file that is too large. */
export function fileInput(file: File): Input {
  const size = fileSize(file.size);
  if (file.size > MOST_BYTES)
    throw new Error(`${file.name} has ${size}; this page takes up to ${fileSize(MOST_BYTES)}.`);
  return {
    name: `${file.name}, ${size}`,
    content: async () => file,
    source: (progress) => fromFile(file, progress),
  };
}

export function exampleInput({ file, load }: Example): Input {
  const content = async () => (await load()).default;
  return { name: file, content, source: async () => fromText(await content()) };
}
