// The results that Rust wrote down (tests/golden.rs), against the package where this runs.
import { measure, trim } from "tooltrim";

/** For each file of tests/golden: what a case expects, and what the package gives. */
const kinds = {
  "trim.json": (text, { options, result, error }) => ({
    // A text that fits is the input: `null` stands for it.
    expected: result ? { ...result, text: result.text ?? text } : { error },
    actual: attempt(() => trim(text, options)),
  }),
  "measure.json": (text, { measures }) => ({ expected: measures, actual: attempt(() => measure(text)) }),
};

/** The files that are understood here. */
export const goldenFiles = Object.keys(kinds);

/** Runs each case of a file, given as text: how many there are, how many pass, and the first that do not. */
export function runGolden(file, json) {
  const { texts, cases } = JSON.parse(json);
  const failures = [];
  for (const one of cases) {
    const text = texts[one.text].map(([piece, times]) => piece.repeat(times)).join("");
    const { expected, actual } = kinds[file](text, one);
    if (sorted(expected) !== sorted(actual)) failures.push({ case: one, actual });
  }
  return {
    cases: cases.length,
    passed: cases.length - failures.length,
    failures: failures.slice(0, 3).map((failure) => JSON.stringify(failure).slice(0, 2000)),
  };
}

function attempt(run) {
  try {
    return run();
  } catch ({ code, message }) {
    return { error: { code, message } };
  }
}

/** JSON with its keys in order: equal for equal values. */
function sorted(value) {
  return JSON.stringify(value, (_, inner) =>
    inner && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([left], [right]) => (left < right ? -1 : 1)))
      : inner,
  );
}
