import { type CleanOptions, clean } from "../../text.js";
import { blocksOf } from "../blocks.js";
import type { Config } from "../config.js";
import { bytesOf, print } from "../io.js";

/** Runs `tooltrim clean`, block by block: memory does not follow the input. */
export function runClean(file: string | undefined, flags: { kinds?: CleanOptions }, config: Config) {
  const { clean: configured } = config.trim ?? {};
  const options = flags.kinds ?? (typeof configured === "object" ? configured : undefined);
  for (const block of blocksOf(bytesOf(file))) print(clean(block, options));
}
