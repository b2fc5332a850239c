// Ours, as soon as the package knows it: on the value, and on its text.

import * as tooltrim from "tooltrim";

export const VALUE = "trimValue";
export const TEXT = 'trim, "json"';

export function ours() {
  const { trimValue, trim } = tooltrim;
  if (trimValue === undefined) {
    const skipped = "this build of tooltrim has no trimValue";
    return { [VALUE]: { skipped }, [TEXT]: { skipped } };
  }
  return {
    [VALUE]: {
      run: ({ value }, limit) => JSON.stringify(trimValue(value, { maxTotalBytes: limit }).value),
      // Not only an equal one: the very same.
      isAgain: ({ value }, limit) => trimValue(value, { maxTotalBytes: limit }).value === value,
    },
    [TEXT]: { run: ({ text }, limit) => trim(text, { format: "json", maxBytes: limit }).text },
  };
}
