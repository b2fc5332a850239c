// Laws for every result, whatever it keeps.

/** Unicode code points, as `maxChars` counts them. */
export function countChars(text) {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

export const keepsLimit = (result, limit) => result.length <= limit || countChars(result) <= limit;

export const isIdempotent = (run, result) => run(result) === result;

/** A text without lone surrogates has none after it was cut. */
export const keepsSurrogates = (text, result) => !text.isWellFormed() || result.isWellFormed();
