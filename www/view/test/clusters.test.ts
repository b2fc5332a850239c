import { expect, test } from "vitest";
import { findClusterBreak } from "../../src/shared/editor/clusters.js";

const forward = (text: string) => {
  const ends: number[] = [];
  for (let at = 0; at < text.length; ) {
    at = findClusterBreak(text, at);
    ends.push(at);
  }
  return ends;
};
const back = (text: string) => {
  const starts: number[] = [];
  for (let at = text.length; at > 0; ) {
    at = findClusterBreak(text, at, false);
    starts.push(at);
  }
  return starts.reverse();
};

test.each([
  ["letters", "ab c", [1, 2, 3, 4]],
  ["an accent of its own", "e\u0301a", [2, 3]],
  ["a family and a flag", "👨‍👩‍👧🇩🇪x", [8, 12, 13]],
  ["a sign behind a letter", "a😀b", [1, 3, 4]],
])("the cursor passes over %s", (_, text, ends) => {
  expect(forward(text)).toEqual(ends);
  expect(back(text)).toEqual([0, ...ends.slice(0, -1)]);
});

test("a place far down a long line, and both ends", () => {
  const text = `${"x".repeat(5000)}e\u0301${"y".repeat(5000)}`;
  expect(findClusterBreak(text, 5000)).toBe(5002);
  expect(findClusterBreak(text, 5002, false)).toBe(5000);
  expect(findClusterBreak(text, text.length)).toBe(text.length);
  expect(findClusterBreak(text, 0, false)).toBe(0);
});
