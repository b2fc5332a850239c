// The table of sizes, and the word on whether the limit holds.
import type { Measures, Omitted } from "tooltrim";
import { byId, counted, element, number } from "../shared/dom.js";
import { type LimitName, UNITS } from "./settings.js";

type Unit = keyof Measures;

const ROWS: readonly (readonly [Unit, string])[] = [
  ["chars", "chars"],
  ["utf16", "UTF-16 units"],
  ["bytes", "bytes"],
  ["lines", "lines"],
  ["graphemes", "graphemes"],
  ["tokens", "tokens, est."],
];

const UNIT_OF: Readonly<Record<LimitName, Unit>> = {
  maxChars: "chars",
  maxUtf16: "utf16",
  maxBytes: "bytes",
  maxLines: "lines",
  maxTokens: "tokens",
};

/** What a token estimate is multiplied with before `trim` compares it. */
const TOKEN_MARGIN = 1.1;

export interface Sizes {
  input?: Measures | undefined;
  omitted?: Omitted | undefined;
  result?: Measures | undefined;
  failed: boolean;
}

/** A size that is not known yet is shown as `…`, one that there is not as `–`. */
export function showSizes({ input, omitted, result, failed }: Sizes, limited: LimitName): void {
  const cell = (value: number | undefined, missing: string) =>
    element("td", "", value === undefined ? missing : number(value));
  const pending = failed ? "–" : "…";
  const rows = ROWS.map(([unit, label]) => {
    const row = element("tr", unit === UNIT_OF[limited] ? "limited" : "", "");
    const head = element("th", "", label);
    head.setAttribute("scope", "row");
    const left = unit === "graphemes" ? cell(undefined, "–") : cell(omitted?.[unit], pending);
    row.append(head, cell(input?.[unit], "…"), left, cell(result?.[unit], pending));
    return row;
  });
  byId("sizes").replaceChildren(...rows);
}

/** `3,984 of 4,000 chars`: the result measured anew, not what `trim` says of it. */
export function verdict(result: Measures, name: LimitName, limit: number): { text: string; holds: boolean } {
  const size = result[UNIT_OF[name]];
  const margin = name === "maxTokens" ? TOKEN_MARGIN : 1;
  const shown = margin === 1 ? number(size) : `${number(size)} × ${margin}`;
  return { text: `${shown} of ${counted(limit, UNITS[name])}`, holds: size * margin <= limit };
}
