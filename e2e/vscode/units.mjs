// Sizes counted the plain way: what the package says is compared with these.

export const sizes = {
  maxChars: (text) => text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0),
  maxUtf16: (text) => text.length,
  maxBytes: (text) => Buffer.byteLength(text),
  maxLines: (text) => text.split("\n").length - (text.endsWith("\n") || text === "" ? 1 : 0),
};

/**
 * How much of `text` is missing in `trimmed`, found without help: what stands before and after the marker is its start
 * and its end. The line end after a marker that has a line of its own belongs to the marker, as may the one before, and
 * the `…` where a line is cut.
 */
export function missing(text, trimmed, marker, ownLine) {
  const [before, count, after, ...more] = trimmed.split(marker);
  if (count === undefined || more.length > 0) throw new Error("not one marker");
  const head = ownLine && !text.startsWith(before) ? before.replace(/…?\n$/, "") : before;
  const tail = ownLine ? after.replace(/^\n…?/, "") : after;
  if (!text.startsWith(head) || !text.endsWith(tail)) throw new Error("what is kept is not of the text");
  const middle = text.slice(head.length, text.length - tail.length);
  return { utf16: middle.length, chars: sizes.maxChars(middle), named: Number(count.replaceAll(",", "")) };
}
