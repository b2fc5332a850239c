// What of a text is left in another one.
import { diffLines } from "diff";

/** A run of a text: in both, only before, or only after. */
export interface Piece {
  readonly kind: "kept" | "omitted" | "added";
  readonly text: string;
}

/** Milliseconds for comparing lines; then the middle counts as replaced. */
const TIME = 300;

/** Both ends are compared char by char, as texts are cut within lines; what is between them, line by line. */
export function piecesOf(before: string, after: string): Piece[] {
  if (before === after) return joined([{ kind: "kept", text: before }]);
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before.charCodeAt(head) === after.charCodeAt(head)) head += 1;
  let tail = 0;
  while (
    tail < most - head &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  )
    tail += 1;
  const [old, made] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  const changes = old && made ? diffLines(old, made, { timeout: TIME }) : undefined;
  const between: Piece[] = changes?.map(({ added, removed, value }) => ({
    kind: added ? "added" : removed ? "omitted" : "kept",
    text: value,
  })) ?? [
    { kind: "added", text: made },
    { kind: "omitted", text: old },
  ];
  return joined([
    { kind: "kept", text: before.slice(0, head) },
    ...between,
    { kind: "kept", text: before.slice(before.length - tail) },
  ]);
}

/** Without empty pieces, and neighbours of a kind as one. */
function joined(pieces: readonly Piece[]): Piece[] {
  const whole: Piece[] = [];
  for (const piece of pieces) {
    const last = whole.at(-1);
    if (piece.text === "") continue;
    // What stands in a place is read before what stood there.
    if (piece.kind === "added" && last?.kind === "omitted") whole.splice(-1, 0, piece);
    else if (last?.kind === piece.kind) whole[whole.length - 1] = { ...last, text: last.text + piece.text };
    else whole.push(piece);
  }
  return whole;
}
