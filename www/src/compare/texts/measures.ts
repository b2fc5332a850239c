// What is counted of a trimmed text, by the measures of the evaluation.
import { keywordLines } from "../../../../evals/metrics/keywords.mjs";
import { countChars, keepsSurrogates } from "../../../../evals/metrics/laws.mjs";
import { Kept, readLines } from "../../../../evals/metrics/lines.mjs";
import { locations, structuralLines } from "../../../../evals/metrics/structure.mjs";
import { type Cell, counted, rule, sized } from "../model.js";

/** What there is to keep. Once per text: seconds for one of 20 MB. */
export interface Prepared {
  readonly text: string;
  readonly chars: number;
  readonly isJson: boolean;
  readonly failures: readonly string[];
  readonly places: readonly string[];
  readonly causes: readonly string[];
  readonly lines: readonly string[];
}

export function prepare(text: string): Prepared {
  return {
    text,
    chars: countChars(text),
    isJson: isJson(text),
    failures: keywordLines(text),
    places: locations(text),
    causes: structuralLines(text),
    lines: [...new Set<string>(readLines(text))].filter((line) => line !== ""),
  };
}

/** An object or a list: `1` and `"a"` are JSON, too, but nobody would miss that. */
function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export function measure(prepared: Prepared, result: string, limit: number, saysSo: boolean): Record<string, Cell> {
  const { text, failures, places, causes, lines } = prepared;
  const kept = new Kept(result);
  const line = (each: string) => kept.hasLine(each);
  const asIs = (each: string) => each;
  return {
    size: sized(countChars(result), limit),
    failures: counted(failures, line, asIs),
    places: counted(places, (place) => kept.hasPart(place), asIs),
    causes: counted(causes, line, asIs),
    lines: counted(lines, line, asIs),
    said: result === text ? { says: "–" } : rule(saysSo),
    json: prepared.isJson ? rule(isJson(result), ["valid", "broken"]) : { says: "–" },
    whole: rule(keepsSurrogates(text, result), ["whole", "cut"]),
  };
}
