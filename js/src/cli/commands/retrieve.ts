import type { Config } from "../config.js";
import { print, tell } from "../io.js";
import { openStore, storeFolder } from "../output-store.js";

interface RetrieveFlags {
  readonly storeFolder?: string;
  readonly lines?: string;
  readonly pattern?: string;
  readonly about?: string;
  readonly ignoreCase?: boolean;
  readonly context?: number;
  readonly page?: number;
  readonly maxChars?: number;
  readonly json?: boolean;
}

/** Runs `tooltrim retrieve`: prints an output that was cut, or a part of it. */
export async function runRetrieve(ref: string, flags: RetrieveFlags, config: Config) {
  const store = openStore(storeFolder(flags, config), config);
  const text = await store.load(ref);
  const { storeFolder: _, json, ...asked } = flags;
  if (Object.keys(asked).length === 0 && !json) return print(text);
  const part = store.retrieve(ref, asked);
  if (json) return print(`${JSON.stringify(part)}\n`);
  print(part.text.endsWith("\n") || part.text === "" ? part.text : `${part.text}\n`);
  tell(`tooltrim: ${part.ref}: ${part.about}`);
}
