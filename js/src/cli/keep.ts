import { type Trimmed, type TrimOptions, trim } from "../text.js";
import { blocksOf } from "./blocks.js";
import { trimPieces } from "./commands/trim.js";
import type { Config } from "./config.js";
import { tell } from "./io.js";
import { openStore, type StoreFlags, storeFolder } from "./output-store.js";

/**
 * Trims an output, and if that cuts something keeps the whole in the store and trims again, so that the marker can name
 * the ref. Without a store it only trims.
 */
export async function keep(
  written: Iterable<Uint8Array>,
  options: TrimOptions,
  flags: StoreFlags & { readonly redact?: boolean },
  config: Config,
): Promise<Trimmed> {
  // Strict decoding must see the bytes: redaction replaces invalid ones.
  if (flags.redact && options.decode === "strict") trimPieces(written, beforeKept(options, flags));
  const output = flags.redact ? await redacted(written) : written;
  const trimmed = trimPieces(output, beforeKept(options, flags));
  if (!trimmed.truncated || flags.store === false) return trimmed;
  try {
    const store = openStore(storeFolder(flags, config), config);
    const kept = trimPieces(output, { ...options, store });
    await store.flush();
    if (kept.ref && !kept.text.includes(kept.ref)) tell(`tooltrim: full output: ${kept.ref}`);
    return kept;
  } catch (error) {
    // The output matters more than its copy.
    tell(`tooltrim: the full output was not kept: ${(error as Error).message}`);
    return trimmed;
  }
}

/** Replaces secrets, for the result and the store alike. */
async function redacted(written: Iterable<Uint8Array>): Promise<Iterable<Uint8Array>> {
  const { redactSecrets } = await import("../index.js");
  return {
    *[Symbol.iterator]() {
      for (const block of blocksOf(written)) yield Buffer.from(redactSecrets(block));
    },
  };
}

/** Checks options before there is an output: a mistake must not cost one. @throws TooltrimError */
export function checkOptions(options: TrimOptions, flags: StoreFlags): void {
  trim("", beforeKept(options, flags));
}

/** Options for an output that is not in a store yet, whose ref no marker can name. */
function beforeKept(options: TrimOptions, { store }: StoreFlags): TrimOptions {
  const { marker, ...others } = options;
  return store !== false && marker?.includes("{ref}") ? others : options;
}
