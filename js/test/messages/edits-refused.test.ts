// Edits that are refused, in which words; and edits as a JSON Patch.
import fc from "fast-check";
import { applyPatch } from "rfc6902";
import { applyEdits, type Edit, toJsonPatch } from "tooltrim/messages";
import { describe, expect, test } from "vitest";
import { failure } from "../support/errors.js";
import { runs } from "../support/runs.js";
import { apply, messages } from "./edited.js";
import { copied, type Loose, seed } from "./support.js";

const nowhere = (at: number, path: string) => `INVALID_OPTION: edits[${at}]: "${path}" leads nowhere`;
const refused: [string, unknown[], string][] = [
  ["a message that is not there", [{ drop: "/3" }], nowhere(0, "/3")],
  ["a member that is not there", [{ drop: "/0/name" }], nowhere(0, "/0/name")],
  ["a member of what is not there", [{ set: "/0/a/b", value: 1 }], nowhere(0, "/0/a/b")],
  ["a place in a text", [{ set: "/0/content/0", value: 1 }], nowhere(0, "/0/content/0")],
  ["an index of other writing", [{ drop: "/01" }], nowhere(0, "/01")],
  ["the place behind the last", [{ set: "/3", value: 1 }], nowhere(0, "/3")],
  ["an insert behind the end", [{ insert: 4, message: {} }], nowhere(0, "/4")],
  ["an insert before the beginning", [{ insert: -1, message: {} }], nowhere(0, "/-1")],
  ["an insert between places", [{ insert: 0.5, message: {} }], nowhere(0, "/0.5")],
  ["an insert in an object", [{ insert: "/0/role", part: 1 }], nowhere(0, "/0/role")],
  ["- for the end", [{ insert: "/1/content/-", part: 1 }], nowhere(0, "/1/content/-")],
  ["the second of two", [{ drop: "/0" }, { drop: "/9" }], nowhere(1, "/9")],
  [
    "one place twice",
    [{ drop: "/0" }, { set: "/0", value: 1 }],
    'INVALID_OPTION: edits[1]: "/0" is named by another edit, too',
  ],
  [
    "a place around another edit",
    [{ text: "/0/content", value: "x" }, { drop: "/0" }],
    'INVALID_OPTION: edits[1]: "/0" is named by another edit, too',
  ],
  [
    "a place within another edit",
    [{ drop: "/1" }, { drop: "/1/content/0" }],
    'INVALID_OPTION: edits[1]: "/1/content/0" is within what another edit replaces or drops',
  ],
  [
    "an insert within another edit",
    [
      { set: "/1/content", value: [] },
      { insert: "/1/content/0", part: 1 },
    ],
    'INVALID_OPTION: edits[1]: "/1/content/0" is within what another edit replaces or drops',
  ],
  [
    "a path without its slash",
    [{ drop: "0" }],
    'INVALID_OPTION: edits[0]: "0" is not a JSON Pointer into the messages',
  ],
  ["the whole list", [{ drop: "" }], 'INVALID_OPTION: edits[0]: "" is not a JSON Pointer into the messages'],
  ["a number as path", [{ drop: 0 }], "INVALID_OPTION: edits[0]: 0 is not a JSON Pointer into the messages"],
  [
    "a text that is none",
    [{ text: "/0/content", value: 7 }],
    'INVALID_OPTION: edits[0]: "/0/content" is to become a text, and none is given',
  ],
  [
    "what is no edit",
    [{ replace: "/0" }],
    'INVALID_OPTION: edits[0]: {"replace":"/0"} is no edit: it has none of text, set, drop, insert',
  ],
  ["nothing", [null], "INVALID_OPTION: edits[0]: null is no edit: it has none of text, set, drop, insert"],
  [
    "a text instead of an edit",
    ["drop"],
    'INVALID_OPTION: edits[0]: "drop" is no edit: it has none of text, set, drop, insert',
  ],
];

describe("what is refused", () => {
  test.each(refused)("%s", (_, edits, message) => {
    expect(failure(() => apply(...(edits as Edit<Loose>[])))).toBe(message);
  });

  test("no lists", () => {
    expect(failure(() => applyEdits("hi" as Loose, []))).toBe('INVALID_MESSAGES: messages: "hi" is not a list');
    expect(failure(() => applyEdits([], null as Loose))).toBe("INVALID_OPTION: edits: null is not a list");
    expect(failure(() => toJsonPatch({} as Loose))).toBe("INVALID_OPTION: edits: {} is not a list");
  });

  test("by toJsonPatch, which knows no messages, what is no edit or has no path", () => {
    expect(failure(() => toJsonPatch([{ drop: "0" }]))).toBe(refused.find(([what]) => /slash/.test(what))?.[2]);
    expect(failure(() => toJsonPatch([null] as Loose))).toMatch(/^INVALID_OPTION: edits\[0\]: null is no edit/);
  });
});

describe("as a JSON Patch", () => {
  test("the end comes before the beginning, parts before their message, and inserts in reverse", () => {
    const patch = toJsonPatch([
      { insert: 0, message: 1 },
      { insert: 0, message: 2 },
      { drop: "/0" },
      { drop: "/10" },
      { drop: "/9" },
      { insert: "/9/content/2", part: 3 },
      { text: "/2/content", value: "x" },
      { set: "/2/name", value: "y" },
      { set: "/3", value: {} },
    ]);
    expect(patch.map(({ op, path }) => `${op} ${path}`)).toEqual([
      "remove /10",
      "add /9/content/2",
      "remove /9",
      "replace /3",
      "add /2/name",
      "add /2/content",
      "remove /0",
      "add /0",
      "add /0",
    ]);
    expect(patch.slice(-2)).toEqual([
      { op: "add", path: "/0", value: 2 },
      { op: "add", path: "/0", value: 1 },
    ]);
    expect(toJsonPatch([])).toEqual([]);
  });

  test("a library that knows nothing of ours comes to the same messages, whatever the edits", () => {
    const places = [
      "/0",
      "/1",
      "/2",
      "/0/content",
      "/1/content/0",
      "/1/content/2",
      "/1/content/1/text",
      "/2/meta/deep",
    ];
    const edit = fc.oneof(
      fc.record({ drop: fc.constantFrom(...places) }),
      fc.record({ set: fc.constantFrom(...places, "/0/name"), value: fc.constantFrom({ a: 1 }, null, []) }),
      fc.record({ text: fc.constantFrom(...places), value: fc.constantFrom("x", "") }),
      fc.record({ insert: fc.integer({ min: 0, max: 3 }), message: fc.record({ role: fc.string({ maxLength: 2 }) }) }),
      fc.record({ insert: fc.constantFrom("/1/content/0", "/1/content/2", "/1/content/3"), part: fc.nat(9) }),
    );
    let applied = 0;
    for (const edits of fc.sample(fc.array(edit, { minLength: 1, maxLength: 6 }), { seed, ...runs(600) })) {
      let expected: readonly Loose[];
      try {
        expected = applyEdits<Loose>(messages, edits);
      } catch {
        continue;
      }
      applied += 1;
      const patched = copied(messages);
      expect(applyPatch(patched, toJsonPatch(edits)).filter(Boolean)).toEqual([]);
      expect(patched).toEqual(expected);
    }
    expect(applied).toBeGreaterThan(100);
  });
});
