// Runs of a text, and which places of two texts belong together.

export type Kind = "kept" | "omitted" | "rescued" | "marker";

/** Runs of a text, each given by its kind and where it ends, in UTF-16 units. */
export type Runs = readonly (readonly [Kind, end: number])[];

/** A place of the input and the place of the result that shows the same. In order of both. */
export type Link = readonly [input: number, result: number];

export interface Pieces {
  readonly input: Runs;
  readonly result: Runs;
  readonly links: readonly Link[];
}

/** Adds a run up to there. */
export function addRun(runs: [Kind, number][], kind: Kind, end: number): void {
  const last = runs.at(-1);
  if (end <= (last?.[1] ?? 0)) return;
  if (last?.[0] === kind) last[1] = end;
  else runs.push([kind, end]);
}

/** As many as scrolling needs. */
const MOST_LINKS = 4000;

/** Fewer links, evenly. */
export function thinned(links: readonly Link[]): readonly Link[] {
  const step = Math.ceil(links.length / MOST_LINKS);
  return step <= 1 ? links : links.filter((_, index) => index % step === 0 || index === links.length - 1);
}

/** The place of the other text: `from` is 0 when the place is one of the input, 1 when it is one of the result. */
export function across(links: readonly Link[], place: number, from: 0 | 1, ends: Link): number {
  const to = from === 0 ? 1 : 0;
  let [low, high] = [0, links.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((links[middle]?.[from] ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  const before = links[low - 1] ?? [0, 0];
  const after = links[low] ?? ends;
  const room = after[from] - before[from];
  const share = room > 0 ? Math.min((place - before[from]) / room, 1) : 0;
  return before[to] + share * (after[to] - before[to]);
}
