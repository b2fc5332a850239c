// Reading back what was cut: every line of it can be reached, within the limit, and the answer says what it is.
import fc from "fast-check";
import { measure } from "tooltrim";
import { OutputStore, type RetrieveOptions } from "tooltrim/store";
import { describe, expect, it } from "vitest";

const log = Array.from({ length: 5000 }, (_, at) => `step ${at + 1} ok\n`).join("");

function kept(text: string) {
  const store = new OutputStore({ maxBytes: 64 * 1024 * 1024 });
  const ref = store.put(text);
  return { retrieve: (options?: RetrieveOptions) => store.retrieve(ref, options) };
}

const part = (text: string, options?: RetrieveOptions) => kept(text).retrieve(options);

/** All pages, without the line that says which page it is. */
function allPages(text: string, options: RetrieveOptions): string[] {
  const store = kept(text);
  const first = store.retrieve(options);
  const pages = [first];
  for (let page = 2; page <= first.pages; page += 1) pages.push(store.retrieve({ ...options, page }));
  if (pages.length === 1) return [first.text];
  return pages.map((each, at) => {
    const next = at + 1 < pages.length ? `; page ${(at + 2).toLocaleString("en-US")} goes on` : "";
    const note = `... [page ${(at + 1).toLocaleString("en-US")} of ${pages.length.toLocaleString("en-US")}${next}] ...\n`;
    expect(each.text.endsWith(note)).toBe(true);
    return each.text.slice(0, -note.length);
  });
}

describe("a pattern", () => {
  it("shows the lines around it as grep does", () => {
    const text = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";
    expect(part(text, { pattern: "three", context: 1 }).text).toBe("2-two\n3:three\n4-four\n");
    const two = part(text, { where: (_, number) => number === 1 || number === 6, context: 1 });
    expect(two.text).toBe("1:one\n2-two\n--\n5-five\n6:six\n7-seven\n");
    expect(two.about).toBe("2 of 7 lines were chosen");
  });

  it("is quoted so that a quote in it does not end it", () => {
    expect(part('{"name": 1}\n', { pattern: '"name"' }).about).toBe('1 of 1 lines holds "\\"name\\""');
  });

  it("in a line without end is found in time that follows its length", () => {
    const store = kept("abcdefghi ".repeat(100_000));
    const { pages } = store.retrieve({ pattern: "abc" });
    expect(pages).toBeGreaterThan(10);
    const marks = kept("\u0301".repeat(200_000));
    expect(marks.retrieve({ pattern: "\u0301\u0301" }).pages).toBeGreaterThan(1);
    const trap = kept("x".repeat(1_000_000));
    const pattern = `${"x".repeat(100_000)}y`;
    expect(trap.retrieve({ pattern, ignoreCase: true }).text).toBe("");
  }, 20_000);

  it("that lies across the end of what is shown of another is shown whole", () => {
    const line = `${"x".repeat(1000)}NEEDLE${"y".repeat(197)}NEEDLE${"z".repeat(1000)}`;
    const rows = part(line, { pattern: "NEEDLE" }).text.trimEnd().split("\n");
    expect(rows).toHaveLength(2);
    expect(rows.every((row) => row.includes("NEEDLE"))).toBe(true);
    expect(rows[1]).toContain("NEEDLEz");
  });

  it("finds what a predicate chooses among its lines", () => {
    const found = part(log, { pattern: "step 49", where: (line) => line.endsWith("7 ok"), lines: "4900-4920" });
    expect(found.text).toBe("4907:step 4907 ok\n4917:step 4917 ok\n");
    expect(() => part(log, { where: "x" as never })).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
  });
});

describe("pages", () => {
  it("keep lone surrogates, and count them as one char and one unit", () => {
    const half = fc.constantFrom("\ud800", "\udbff", "\udc00", "\udfff", "\u{10fffd}", "\ue000", "x", "line ");
    fc.assert(
      fc.property(
        fc.array(fc.array(half, { maxLength: 30 }), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 200, max: 2000 }),
        fc.constantFrom(undefined, "\ud800", "\udfff", "x"),
        (lines, maxChars, pattern) => {
          const rows = lines.map((line) => `${line.join("")}\n`);
          // The halves of a pair are one char.
          const hits = rows.flatMap((row, at) =>
            pattern === undefined ? row : [...row].includes(pattern) ? `${at + 1}:${row}` : [],
          );
          const pages = allPages(rows.join(""), { maxChars, pattern });
          expect(pages.join("")).toBe(hits.join(""));
          const store = kept(rows.join(""));
          const { chars, utf16 } = measure(pages.slice(1).join(""));
          expect(store.retrieve({ maxChars, pattern }).omitted).toEqual({ chars, utf16 });
        },
      ),
    );
    expect(part("a\ud800b\n", { pattern: "\ud800" }).about).toBe('1 of 1 lines holds "\ud800"');
    expect(part("a\ufffdb\n", { pattern: "\ud800" }).text).toBe("");
    expect(part("a\ud800b\n", { where: (line) => line === "a\ud800b" }).text).toBe("1:a\ud800b\n");
  });
});
