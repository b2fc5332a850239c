// Where the editor's cursor may stand, by the browser's own rules. The package that CodeMirror takes for this brings a
// table of Unicode along, a kilobyte of a first visit; site.mjs puts this in its place.

const segmenter = new Intl.Segmenter();

/** Units around a place that are read: a line may be long, and most clusters have one or two. */
const AROUND = 64;

/** The end of what a person sees as one char at `at`; with `forward` false the start of the one before. */
export function findClusterBreak(text: string, at: number, forward = true): number {
  const [next, before] = forward ? [at + 1, at] : [at, at - 1];
  // Letters and signs of ASCII stand for themselves, but for a line break of two.
  if (isPlain(text.charCodeAt(before)) && !(text.charCodeAt(forward ? next : before - 1) > 0x7e)) {
    return Math.min(Math.max(forward ? next : before, 0), text.length);
  }
  const from = Math.max(0, at - AROUND);
  const segment = segmenter.segment(text.slice(from, at + AROUND)).containing(before - from);
  if (!segment) return forward ? text.length : 0;
  return from + (forward ? segment.index + segment.segment.length : segment.index);
}

const isPlain = (code: number): boolean => code >= 0x20 && code < 0x7f;
