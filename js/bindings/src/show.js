// A wrong value in an error message, for the binding and for the TypeScript side.

/** Chars of a value that are shown, and items of a list: all of it may be longer than a string can be. */
const LONGEST = 200;

/** A wrong value as an error message shows it, never a long text: `"5"` is not `5`, and an empty list is `[]`. */
export const show = (given) => {
  try {
    const value = Array.isArray(given) ? given.slice(0, LONGEST) : given;
    const isText = typeof value === "string" || (typeof value === "object" && value !== null);
    let text = isText ? JSON.stringify(value) : typeof value === "function" ? "a function" : String(value);
    if (typeof value === "bigint") text += "n";
    // A pattern, a map or a promise has no members that JSON writes, but a text of its own.
    if (text === "{}" && `${value}` !== "[object Object]") text = `${value}`;
    // Not within a surrogate pair.
    return text.length > LONGEST ? `${text.slice(0, LONGEST).replace(/[\ud800-\udbff]$/, "")}...` : text;
  } catch {
    return typeof given;
  }
};
