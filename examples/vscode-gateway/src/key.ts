// What an API key may look like. It travels in a header, and `fetch` would quote one that does not fit there in its
// error.

/** What is wrong with a key, for users, without a word of it; undefined when nothing is. */
export function mistakeIn(key: string): string | undefined {
  if (key === "") return "The API key is empty.";
  if (/[\r\n]/.test(key)) return "The API key has a line break in it. Copy it once more, on one line.";
  // Pages show a key with dots or an ellipsis in its middle once it was made.
  if (!/^[!-~]+$/.test(key))
    return "The API key has a space or a character in it that no key has. Was a shortened key copied, such as sk-…abcd? Copy all of it.";
  return undefined;
}

/**
 * A function that takes the key out of texts: some endpoints quote the key that they refuse, and errors are shown and
 * logged.
 */
export function hiding(key: string | undefined): (text: string) => string {
  // Local servers take anything for a key, such as "x": that is no secret, and would tear words apart.
  if (key === undefined || key.length < 4) return (text) => text;
  // As it is, and as JSON has it.
  const forms = [...new Set([key, JSON.stringify(key).slice(1, -1)])];
  return (text) => forms.reduce((rest, form) => rest.replaceAll(form, "[the key]"), text);
}
