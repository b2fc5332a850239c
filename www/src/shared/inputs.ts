// What a person has given the page. It stays when another tab is chosen: two tabs take a text, two a conversation.
import { signal } from "@preact/signals";

/** A text or a file, as it was given. A large one is never copied into the page's own memory as a whole. */
export interface Input {
  /** Shown to the person: a file's name, or of an example. Empty for what was typed or pasted. */
  readonly name: string;
  readonly content: string | File;
}

/** A tool's output. */
export const output = signal<Input | undefined>(undefined);

/** A session or a log of an agent, not read yet. */
export const session = signal<Input | undefined>(undefined);
