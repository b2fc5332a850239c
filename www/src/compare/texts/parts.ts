// A result as parts to display: markers, lines that name a failure, the rest.
import { isKeywordLine } from "../../../../compare/metrics/keywords.mjs";
import { stripEscapes } from "../../../../compare/metrics/lines.mjs";
import type { Part } from "../model.js";
import type { TextContender } from "./contenders.js";

/** UTF-16 units of a result that are displayed: of a longer one half of them from each end. */
const SHOWN = 60_000;

/** Where its markers stand, without what the input itself had. */
export function markersIn(result: string, input: string, { marker }: TextContender): [from: number, to: number][] {
  if (!marker || result === input) return [];
  return Array.from(result.matchAll(marker))
    .filter(([text]) => !input.includes(text))
    .map((match) => [match.index, match.index + match[0].length]);
}

export function partsOf(result: string, input: string, contender: TextContender): Part[] {
  const parts: Part[] = [];
  const cut = result === input ? undefined : contender.cutAt;
  const gap = (): Part => ({
    kind: "gap",
    text: `${(input.length - result.length).toLocaleString("en-US")} UTF-16 units are missing here, and nothing says so`,
  });
  if (cut === "start") parts.push(gap());
  let at = 0;
  for (const [from, to] of markersIn(result, input, contender)) {
    addText(parts, result.slice(at, from));
    parts.push({ kind: "marker", text: result.slice(from, to) });
    at = to;
  }
  addText(parts, result.slice(at));
  if (cut === "end") parts.push(gap());
  return bounded(parts);
}

/** Lines that name a failure are parts of their own. */
function addText(parts: Part[], text: string): void {
  let plain = "";
  const flush = () => {
    if (plain) parts.push({ kind: "kept", text: plain });
    plain = "";
  };
  for (const line of text.split(/(?<=\n)/)) {
    const bare = stripEscapes(line).trim();
    if (bare === "" || !isKeywordLine(bare)) plain += line;
    else {
      flush();
      parts.push({ kind: "failure", text: line });
    }
  }
  flush();
}

function bounded(parts: readonly Part[]): Part[] {
  const total = parts.reduce((sum, { text }) => sum + text.length, 0);
  if (total <= SHOWN) return [...parts];
  const first = taken(parts, SHOWN / 2, (text, room) => text.slice(0, room));
  const last = taken([...parts].reverse(), SHOWN / 2, (text, room) => text.slice(text.length - room)).reverse();
  const hidden = (total - SHOWN).toLocaleString("en-US");
  return [...first, { kind: "gap", text: `${hidden} UTF-16 units of the result are not displayed` }, ...last];
}

function taken(parts: readonly Part[], most: number, cut: (text: string, room: number) => string): Part[] {
  const found: Part[] = [];
  let room = most;
  for (const part of parts) {
    if (room <= 0) break;
    found.push(part.text.length <= room ? part : { ...part, text: cut(part.text, room) });
    room -= part.text.length;
  }
  return found;
}
