// What is counted of a trimmed text, by the measures of the evaluation.
import { keywordLines } from "../../../../compare/metrics/keywords.mjs";
import { countChars, keepsSurrogates } from "../../../../compare/metrics/laws.mjs";
import { Kept, readLines } from "../../../../compare/metrics/lines.mjs";
import { locations, structuralLines } from "../../../../compare/metrics/structure.mjs";
import { isJson } from "../../output/is-json.js";
import { type Cell, counted, rule, sized } from "../model.js";
import { membersOf } from "./members.js";

/** What there is to keep. Once per text: seconds for one of 20 MB. */
export interface Prepared {
  readonly text: string;
  readonly chars: number;
  /** By the key of its measure: of a log its lines, of JSON its members. */
  readonly needles: Readonly<Record<string, readonly string[]>>;
  readonly isJson: boolean;
}

export function prepare(text: string): Prepared {
  const found = isJson(text);
  return {
    text,
    chars: countChars(text),
    isJson: found,
    needles: found ? { members: membersOf(text) } : linesOf(text),
  };
}

const linesOf = (text: string) => ({
  failures: keywordLines(text),
  causes: structuralLines(text),
  places: locations(text),
  lines: [...new Set<string>(readLines(text))].filter((line) => line !== ""),
});

export function measure(prepared: Prepared, result: string, limit: number, saysSo: boolean): Record<string, Cell> {
  const { text, needles, isJson: wasJson } = prepared;
  const kept = new Kept(result);
  const members = new Set(wasJson ? membersOf(result) : []);
  const isKept = (key: string) => (each: string) =>
    key === "members" ? members.has(each) : key === "places" ? kept.hasPart(each) : kept.hasLine(each);
  const counts = Object.entries(needles).map(([key, all]) => [key, counted(all, isKept(key), (each) => each)] as const);
  return {
    size: sized(countChars(result), limit),
    ...Object.fromEntries(counts),
    said: result === text ? { says: "–" } : rule(saysSo),
    ...(wasJson && { json: rule(isJson(result), ["valid", "broken"]) }),
    whole: rule(keepsSurrogates(text, result), ["whole", "cut"]),
  };
}
