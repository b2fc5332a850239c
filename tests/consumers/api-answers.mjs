// Whether one JSON text is another one cut short, to the digit and to the escape.

/** Every scalar as it is written: numbers, escapes and names are compared as texts. */
export function asWritten(json) {
  return JSON.parse(json.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) => JSON.stringify(token)));
}

/** The same text without white space between its tokens. */
export function minified(json) {
  return json.replace(/"(?:[^"\\]|\\.)*"|\s+/g, (token) => (token.startsWith('"') ? token : ""));
}

/** The numbers of a JSON text, as they are written, in order. */
export function numbers(json) {
  const tokens = json.match(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g) ?? [];
  return tokens.filter((token) => !token.startsWith('"'));
}

const isList = Array.isArray;
const isObject = (value) => typeof value === "object" && value !== null && !isList(value);

/**
 * What is not as a cut would leave it, as a list of paths; both come from `asWritten`. Lists keep items at both ends
 * with a marker between, objects their first members, texts pieces of themselves.
 */
export function differences(before, after, path = "") {
  if (isList(before) && isList(after)) return inList(before, after, path);
  if (isObject(before) && isObject(after)) return inObject(before, after, path);
  if (before === after || isCutText(before, after)) return [];
  return [`${path}: ${short(before)} became ${short(after)}`];
}

function inList(before, after, path) {
  if (before.length === after.length && !after.some((item, at) => said(item, "item") && before[at] !== item)) {
    return after.flatMap((item, index) => differences(before[index], item, `${path}/${index}`));
  }
  const at = after.findIndex((item, index) => said(item, "item") && before[index] !== item);
  // Where there is no room for a marker either, what is left are items of the beginning.
  const head = at < 0 ? after.length : at;
  const tail = after.slice(head + 1);
  const missing = before.length - head - tail.length;
  if (missing <= 0 || (at >= 0 && !tells(after[at], "item", missing))) {
    return [`${path}: ${before.length} items became ${head}, ${short(after[at])} and ${tail.length}`];
  }
  return [
    ...after.slice(0, head).flatMap((item, index) => differences(before[index], item, `${path}/${index}`)),
    ...tail.flatMap((item, index) => {
      const from = before.length - tail.length + index;
      return differences(before[from], item, `${path}/${from}`);
    }),
  ];
}

function inObject(before, after, path) {
  const [all, kept] = [Object.keys(before), Object.keys(after)];
  const isTold = kept.at(-1) === MORE && before[MORE] !== after[MORE];
  const shown = isTold ? kept.slice(0, -1) : kept;
  const missing = all.length - shown.length;
  if ((isTold && !tells(after[MORE], "key", missing)) || shown.some((name, index) => name !== all[index])) {
    return [`${path}: the names ${short(all)} became ${short(kept)}`];
  }
  return shown.flatMap((name) => differences(before[name], after[name], `${path}/${name}`));
}

const MORE = '"..."';

/** True for a marker of ours in place of items or members; where it has no room it is three dots. */
const said = (text, what) => new RegExp(`^"(?:\\[(?:1 ${what}|\\d+ ${what}s) omitted\\]|\\.{3})"$`).test(text);

const tells = (text, what, count) => text === MORE || text === `"[${count} ${what}${count === 1 ? "" : "s"} omitted]"`;

/** Both are texts of JSON with their quotes and escapes. */
function isCutText(before, after) {
  if (![before, after].every((text) => typeof text === "string" && text.startsWith('"'))) return false;
  const [inner, left] = [before.slice(1, -1), after.slice(1, -1)];
  if (/^(?:\.\.\.|\[truncated\]|\[content omitted\])?$/.test(left)) return true;
  // Where there is no room for a marker three dots end the text.
  if (left.length < 64 && left.endsWith("...") && inner.startsWith(left.slice(0, -3))) return true;
  if (/\[base64 [^\]]*\]/.test(left)) return inner.length > left.length;
  for (const { 0: marker, 1: count, index } of left.matchAll(/\.\.\. \[truncated ([\d,]+) chars\] \.\.\./g)) {
    const [head, tail] = [left.slice(0, index), left.slice(index + marker.length)];
    const gap = inner.length - head.length - tail.length;
    if (gap <= 0 || !inner.startsWith(head) || !inner.endsWith(tail)) continue;
    if (chars(inner.slice(head.length, head.length + gap)) === Number(count.replaceAll(",", ""))) return true;
  }
  return isCutJson(inner, left);
}

/** A text that is JSON itself is cut as such. */
function isCutJson(inner, left) {
  try {
    const [before, after] = [inner, left].map((text) => asWritten(JSON.parse(`"${text}"`)));
    return typeof before === "object" && differences(before, after).length === 0;
  } catch {
    return false;
  }
}

const chars = (inner) => Array.from(JSON.parse(`"${inner}"`)).length;
const short = (value) => (JSON.stringify(value) ?? "nothing").slice(0, 200);
