// The pieces of the input that a result keeps.
import fc from "fast-check";
import { TooltrimError, type Trimmed, type TrimOptions, trim } from "tooltrim";
import { expect, test } from "vitest";
import { anyOptions } from "./support/options.js";
import { runs } from "./support/runs.js";
import { cut, streamed } from "./support/streams.js";
import { texts } from "./support/texts.js";

const log = `${"step ok \u{1f680}\n".repeat(300)}error: disk full \u{1f4a5}\n${"step ok \u{1f680}\n".repeat(300)}`;

/** Removes the pieces from a result, each at its first place after the previous one. */
function rest(text: string, { text: result, kept }: Trimmed): string {
  let [at, rest] = [0, ""];
  for (const [start, end] of kept) {
    const piece = text.slice(start, end);
    const place = result.indexOf(piece, at);
    expect(place, JSON.stringify([piece, result])).toBeGreaterThanOrEqual(at);
    rest += result.slice(at, place);
    at = place + piece.length;
  }
  return rest + result.slice(at);
}

test("pieces are counted in UTF-16 units", () => {
  const options = { maxChars: 400, marker: "~" };
  for (const more of [{}, { rescue: false }, { snap: "char", rescue: false } as const]) {
    const trimmed = trim(log, { ...options, ...more });
    expect(rest(log, trimmed)).toMatch(/^[~\n]+$/);
    expect(trimmed.kept.at(-1)?.[1]).toBe(log.length);
  }
  const { kept } = trim(log, options);
  expect(kept.map(([start, end]) => log.slice(start, end))[1]).toContain("error: disk full \u{1f4a5}\n");
});

test("a result stays plain data", () => {
  const trimmed = trim(log, 400);
  expect(Object.keys(trimmed)).toEqual(["text", "truncated", "omitted"]);
  const { text, truncated, omitted } = trimmed;
  expect(structuredClone(trimmed)).toEqual({ text, truncated, omitted });
  expect(JSON.parse(JSON.stringify(trimmed))).toEqual({ text, truncated, omitted });
});

test("a stream keeps the same pieces, and they make up all of the input that is not omitted", () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 4 });
  const rescued = fc.tuple(texts, texts).map(([a, b]) => `${a}\nerror: disk full\n${b}`);
  fc.assert(
    fc.property(fc.oneof(texts, rescued), anyOptions, fc.boolean(), sizes, (text, given, rescue, sizes) => {
      const options: TrimOptions = { ...given, rescue };
      try {
        const trimmed = trim(text, options);
        const pieces = trimmed.kept.map(([start, end]) => text.slice(start, end));
        expect(pieces.join("").length + trimmed.omitted.utf16).toBe(text.length);
        // In a rescued line the core reads a lone surrogate as U+FFFD.
        if (!/\p{Surrogate}/u.test(text)) rest(text, trimmed);
        expect(streamed(cut(text, sizes), options).kept).toEqual(trimmed.kept);
      } catch (error) {
        if (!(error instanceof TooltrimError && error.code === "MARKER_TOO_LONG")) throw error;
      }
    }),
    runs(200),
  );
});
