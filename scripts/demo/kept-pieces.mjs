// Which pieces of the input a result holds, found from the two texts alone.

/** What `trim` uses when no marker is given; only to find it again. */
const DEFAULT_MARKER = "... [truncated {count} chars] ...";

/**
 * Splits a result into `{ head, marker, tail }`, so that `head` begins the input and `tail` ends it.
 *
 * `omitted.utf16` says how much head and tail hold together, and so how long the marker is. Where the marker begins is
 * still open when input and marker happen to agree at its edge: then the place where the marker reads as it should.
 */
export function keptPieces(input, { text, omitted }, template = DEFAULT_MARKER) {
  const kept = input.length - omitted.utf16;
  const markerLength = text.length - kept;
  const lowest = Math.max(0, kept - commonSuffix(input, text, kept));
  const highest = commonPrefix(input, text, kept);
  const pattern = markerPattern(template);
  let start = highest;
  for (let candidate = highest; candidate >= lowest; candidate--) {
    if (!pattern.test(text.slice(candidate, candidate + markerLength))) continue;
    start = candidate;
    break;
  }
  return {
    head: text.slice(0, start),
    marker: text.slice(start, start + markerLength),
    tail: text.slice(start + markerLength),
  };
}

function commonPrefix(a, b, most) {
  let n = 0;
  while (n < most && a.charCodeAt(n) === b.charCodeAt(n)) n += 1;
  return n;
}

function commonSuffix(a, b, most) {
  let n = 0;
  while (n < most && a.charCodeAt(a.length - 1 - n) === b.charCodeAt(b.length - 1 - n)) n += 1;
  return n;
}

/** The marker with any numbers in it, and with the line breaks that may be added so that it stands on its own line. */
function markerPattern(template) {
  const source = template
    .split(/(\{\{|\{\w+\})/)
    .map((part, i) => (i % 2 === 0 ? literal(part) : part === "{{" ? "\\{" : "\\d+"))
    .join("");
  return new RegExp(`^(\\r?\\n)?${source}(\\r?\\n)?$`);
}

function literal(text) {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}

/** A bar of `cells` cells: █ where the input was kept, ░ where not. What is there has one cell at least. */
export function keptBar({ head, tail }, inputLength, cells) {
  const share = (length) => (length === 0 ? 0 : Math.max(1, Math.round((length / inputLength) * cells)));
  let [left, right] = [share(head.length), share(tail.length)];
  // Something is always missing between the two, be it one char of a million.
  while (left + right > cells - 1) {
    if (left > right) left -= 1;
    else right -= 1;
  }
  return "█".repeat(left) + "░".repeat(cells - left - right) + "█".repeat(right);
}
