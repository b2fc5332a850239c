/** What came of a call. */
export type Outcome<T> = { readonly value: T } | { readonly thrown: unknown };

let outcome: Outcome<unknown> | undefined;

/**
 * Calls with so many small frames of stack left, as a program does that recurses too deep and goes on on its way
 * back. `words` fill up a part of one more.
 */
export function nearTheEnd<T>(frames: number, call: (...words: number[]) => T, words = 0): Outcome<T> {
  outcome = undefined;
  descend(
    frames,
    call,
    Array.from({ length: words }, () => 0),
  );
  return outcome as unknown as Outcome<T>;
}

function descend(frames: number, call: (...words: number[]) => unknown, words: readonly number[]): number {
  let above = 0;
  try {
    above = descend(frames, call, words);
  } catch {
    // Here the stack ends. No call: there is no room for one.
  }
  if (above === frames) {
    try {
      outcome = { value: call(...words) };
    } catch (thrown) {
      outcome = { thrown };
    }
  }
  return above + 1;
}
