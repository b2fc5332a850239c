// Audits a trimmed result against its input: every line is verbatim or a marker, every gap has a marker, and its numbers
// are correct. Markers are recognised by words and numbers alone, so results of any trimmer can be audited.

import { countChars } from "../../compare/metrics/laws.mjs";

const MARK =
  /\b(?:omitted|truncated|elided|skipped|removed|compressed|collapsed|more|similar|hidden|dropped)\b|^\W*[…+]|^\s*\.\.\.|\d[\d,]* (?:lines?|chars?)\b/iu;
const COUNT = /(?<least>at least )?(?<number>\d[\d,]*)\s+(?:more |similar |other |omitted )?(?<unit>line|char)/giu;

/**
 * Returns the input line of each result line. Among equal lines it picks the first that makes the preceding marker
 * correct, else the one with the longest run of matching lines: ambiguity never counts against a result.
 */
function placesOf(lines, shown) {
  const places = new Map();
  for (const [at, line] of lines.entries()) {
    if (!places.has(line)) places.set(line, []);
    places.get(line).push(at);
  }
  const follows = (at, index) => {
    let count = 0;
    while (count < FOLLOWING && index + count < shown.length && lines[at + count] === shown[index + count]) count += 1;
    return count;
  };
  let next = 0;
  return shown.map((line, index) => {
    const all = line.trim() === "" ? [] : (places.get(line) ?? []).filter((place) => place >= next).slice(0, MOST);
    const longest = Math.max(0, ...all.map((place) => follows(place, index)));
    const mark = MARK.test(shown[index - 1] ?? "") ? shown[index - 1] : undefined;
    const at =
      all.find((place) => mark && isTrue(mark, ...missing(lines, next, place))) ??
      all.find((place) => follows(place, index) === longest);
    if (at !== undefined) next = at + 1;
    return at;
  });
}

/** Maximum lines compared per candidate, and candidates per line. */
const FOLLOWING = 20;
const MOST = 200;

/** Counts the lines and chars of a range. */
function missing(lines, from, to) {
  const between = lines.slice(from, to);
  return [between.length, between.length === 0 ? 0 : countChars(between.join("\n")) + 1];
}

/** Returns `true` for part of a line, with `…` or `...` at its cut end. */
function isPart(line, text) {
  const inner = line.replace(/^(?:…|\.\.\.)|(?:…|\.\.\.)$/gu, "");
  return inner.trim() !== "" && inner !== line && text.includes(inner);
}

/**
 * Counts a result's faults: `altered` lines, `silent` chars omitted without a marker, `wrong` numbers in markers.
 *
 * @returns {{ altered: number, silent: number, wrong: number, marked: number }}
 */
export function audit(text, result) {
  const found = { altered: 0, silent: 0, wrong: 0, marked: 0 };
  if (result === text) return found;
  const lines = text.split("\n");
  const shown = result.split("\n");
  const places = placesOf(lines, shown);
  let from = 0;
  let [marks, parts, blanks] = [[], 0, 0];
  let hasParts = false;
  const close = (to) => {
    const [count, chars] = missing(lines, from, to);
    hasParts ||= parts > 0;
    const words = lines.slice(from, to).some((line) => line.trim() !== "");
    if (words && marks.length === 0 && parts === 0) found.silent += chars;
    // Between parts of lines one marker counts every omitted char. Blank lines match anywhere, so they are not located.
    for (const mark of hasParts ? [] : marks) if (!isTrue(mark, count, chars, blanks)) found.wrong += 1;
    [marks, parts, blanks] = [[], 0, 0];
  };
  shown.forEach((line, index) => {
    const at = places[index];
    if (at !== undefined) {
      close(at);
      from = at + 1;
    } else if (line.trim() === "") {
      blanks += line.length + 1;
    } else if (isPart(line, text) || text.includes(line)) {
      parts += 1;
    } else if (MARK.test(line)) {
      marks.push(line);
      found.marked += countChars(line) + 1;
    } else {
      found.altered += 1;
    }
  });
  close(lines.length);
  return found;
}

/** Returns `true` if a marker's numbers match, give or take a line break and the chars of blank lines. */
function isTrue(mark, lines, chars, blanks = 0) {
  for (const { groups } of mark.matchAll(COUNT)) {
    const number = Number(groups.number.replaceAll(",", ""));
    const real = groups.unit.toLowerCase() === "line" ? lines : chars;
    if (number > real + 1 || (!groups.least && number < real - 1 - blanks)) return false;
  }
  return true;
}
