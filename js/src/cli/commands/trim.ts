import { presets, type Trimmed, type TrimOptions, TrimStream, trim } from "../../text.js";
import type { Config } from "../config.js";
import { bytesOf, print } from "../io.js";
import type { StoreFlags } from "../output-store.js";
import { type TrimFlags, trimOptions } from "../trim-options.js";

/** Runs `tooltrim trim`. */
export async function runTrim(file: string | undefined, flags: TrimFlags & Output, config: Config): Promise<void> {
  const options = optionsOf(flags, config);
  const trimmed =
    flags.store || flags.redact ? await trimAndKeep(file, options, flags, config) : trimPieces(bytesOf(file), options);
  print(flags.json ? `${JSON.stringify(trimmed)}\n` : trimmed.text);
}

interface Output extends StoreFlags {
  readonly json?: boolean;
}

async function trimAndKeep(file: string | undefined, options: TrimOptions, flags: Output, config: Config) {
  const [{ keep }, { Spool }] = await Promise.all([import("../keep.js"), import("../spool.js")]);
  const spool = new Spool();
  try {
    for (const piece of bytesOf(file)) spool.add(piece);
    return await keep(spool, options, { ...flags, store: flags.store === true }, config);
  } finally {
    spool.close();
  }
}

/** Options of a command that trims: flags over the configuration over the preset. */
export function optionsOf(flags: TrimFlags, { trim: configured = {} }: Config): TrimOptions {
  const { preset: named, ...own } = configured;
  return trimOptions(flags, own, presetOf(flags.preset ?? named ?? "terminal"));
}

function presetOf(name: string): TrimOptions {
  const [mode, detail] = name.split(":");
  if (mode === "none") return {};
  if (mode === "contextTrimmer" && detail !== undefined) return presets.contextTrimmer(detail as "head");
  const preset = presets[mode as keyof typeof presets] as TrimOptions | ((size?: number) => TrimOptions);
  return typeof preset === "function" ? preset() : preset;
}

/** Bytes up to which a text is trimmed as a whole: the class for streams takes longer to load. */
const SMALL = 1 << 20;

/** Trims bytes as they arrive; memory follows the limit, not the input. A JSON text is held as a whole. */
export function trimPieces(pieces: Iterable<Uint8Array>, options: TrimOptions): Trimmed {
  const isJson = options.format === "json";
  const held: Uint8Array[] = [];
  let size = 0;
  let stream: TrimStream | undefined;
  for (const piece of pieces) {
    size += piece.length;
    if (stream) {
      stream.push(piece);
    } else if (isJson || size <= SMALL) {
      held.push(new Uint8Array(piece));
    } else {
      stream = new TrimStream(options);
      for (const first of held) stream.push(first);
      stream.push(piece);
    }
  }
  return stream ? stream.finish() : trim(Buffer.concat(held), options);
}
