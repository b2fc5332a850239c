// Where the editor's cursor may stand, by the browser's own rules. The package that CodeMirror takes for this brings a
// table of Unicode along, a kilobyte of a first visit; site.mjs puts this in its place.

const segmenter = new Intl.Segmenter();

/** The end of what a person sees as one char at `at`; with `forward` false the start of the one before. */
export function findClusterBreak(text: string, at: number, forward = true): number {
  const segment = segmenter.segment(text).containing(forward ? at : at - 1);
  if (!segment) return forward ? text.length : 0;
  return forward ? segment.index + segment.segment.length : segment.index;
}
