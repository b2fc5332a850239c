// A text in pieces, through a TrimStream.
import { type Trimmed, type TrimOptions, TrimStream } from "tooltrim";

/** Pieces of these lengths, over and over. */
export function* cut<T extends string | Uint8Array>(whole: T, lengths: readonly number[]): Generator<T> {
  for (let at = 0, turn = 0; at < whole.length; turn += 1) {
    // Many tiny pieces of a long text say no more than some.
    const length = Math.max(lengths[turn % lengths.length] ?? 1, turn > 300 ? 10_000 : 1);
    yield whole.slice(at, at + length) as T;
    at += length;
  }
}

export async function collect(source: AsyncIterable<unknown>): Promise<string> {
  let text = "";
  for await (const piece of source) text += piece;
  return text;
}

export function streamed(pieces: Iterable<string | Uint8Array>, options?: TrimOptions | number): Trimmed {
  const stream = new TrimStream(options);
  for (const piece of pieces) stream.push(piece);
  return stream.finish();
}
