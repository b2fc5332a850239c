// Members of JSON, found in a text that may be broken JSON: a model reads texts, too.

const MEMBER = /"((?:[^"\\]|\\.)*)"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)(?=\s*[,}\]])/g;

/** Distinct `name: value` of strings, numbers, booleans and nulls. */
export function membersOf(text: string): string[] {
  const found = new Set<string>();
  for (const [, name = "", value = ""] of text.matchAll(MEMBER))
    found.add(`${unescaped(`"${name}"`)}: ${unescaped(value)}`);
  return [...found];
}

/** `\u00e9` and `é` are the same. */
function unescaped(json: string): string {
  if (!json.includes("\\")) return json;
  try {
    return JSON.stringify(JSON.parse(json));
  } catch {
    return json;
  }
}
