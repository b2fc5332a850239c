// References that point the wrong way and are known, by the reason: one that is gone has to leave. Nothing is added here
// that can be turned around instead.

/** In the core: "file → room", and "file → room calls Type.method". */
export const knownPaths = {
  "Facts about a stream hold samples for the token estimate, which `measure` takes.": ["src/facts.rs → measure"],
  "What shortens a line of ours cuts at a grapheme, which `measure` finds.": ["src/forms/shorten.rs → measure"],
  "A text trimmer asked for JSON needs value trimming, which builds on text trimming.": [
    "src/value/trim_json.rs → text calls Trimmer.trim_json",
  ],
};

/** Elsewhere: "file → file". */
export const knownImports = {
  "The playground compares with the contenders of the evaluations, by their measures.": [
    "www/src/compare/conversations/contenders.ts → evals/history/contenders/clear-tool-uses.mjs",
    "www/src/compare/conversations/contenders.ts → evals/history/contenders/plain.mjs",
    "www/src/compare/conversations/contenders.ts → evals/history/contenders/prune-messages.mjs",
    "www/src/compare/conversations/contenders.ts → evals/history/contenders/tooltrim.mjs",
    "www/src/compare/conversations/contenders.ts → evals/history/read.mjs",
    "www/src/compare/conversations/convert.ts → evals/history/read.mjs",
    "www/src/compare/conversations/measures.ts → evals/history/calls.mjs",
    "www/src/compare/conversations/measures.ts → evals/history/measure.mjs",
    "www/src/compare/conversations/measures.ts → evals/history/read.mjs",
    "www/src/compare/conversations/parts.ts → evals/history/read.mjs",
    "www/src/compare/texts/contenders.ts → evals/contenders/agents.mjs",
    "www/src/compare/texts/contenders.ts → evals/contenders/plain.mjs",
    "www/src/compare/texts/measures.ts → evals/metrics/keywords.mjs",
    "www/src/compare/texts/measures.ts → evals/metrics/laws.mjs",
    "www/src/compare/texts/measures.ts → evals/metrics/lines.mjs",
    "www/src/compare/texts/measures.ts → evals/metrics/structure.mjs",
    "www/src/compare/texts/parts.ts → evals/metrics/keywords.mjs",
    "www/src/compare/texts/parts.ts → evals/metrics/lines.mjs",
  ],
  "The test of that page repeats its numbers.": [
    "e2e/browser/compare.mjs → evals/contenders/agents.mjs",
    "e2e/browser/compare.mjs → evals/contenders/plain.mjs",
    "e2e/browser/compare.mjs → evals/history/contenders/clear-tool-uses.mjs",
    "e2e/browser/compare.mjs → evals/history/contenders/plain.mjs",
    "e2e/browser/compare.mjs → evals/history/contenders/prune-messages.mjs",
    "e2e/browser/compare.mjs → evals/history/contenders/tooltrim.mjs",
    "e2e/browser/compare.mjs → evals/history/read.mjs",
    "e2e/browser/compare.mjs → evals/metrics/keywords.mjs",
    "e2e/browser/compare.mjs → evals/metrics/lines.mjs",
  ],
  "One writer of conversations in each format, and one reader, serve tests, demo and evaluations.": [
    "e2e/browser/coding-session.mjs → evals/synthetic/formats.mjs",
    "js/test/messages/readers.ts → evals/history/calls.mjs",
    "js/test/messages/support.ts → evals/synthetic/formats.mjs",
    "scripts/demo/compaction.mjs → evals/synthetic/formats.mjs",
  ],
  "The check of instructions is a benchmark that fails.": ["scripts/check.mjs → benches/instructions.mjs"],
};
