// The facts of real outputs are there, and most of them stay.

import assert from "node:assert/strict";
import test from "node:test";
import { trim } from "tooltrim";
import { keptOf, outputs } from "../facts.mjs";

const all = outputs();

test("each fact stands in its output, and each program in one half alone", () => {
  for (const { file, facts, text } of all) assert.equal(keptOf(facts, text), facts.length, file);
  const halves = new Map();
  for (const { program, half } of all) {
    assert.equal(halves.get(program) ?? half, half, program);
    halves.set(program, half);
  }
});

test("the default keeps a third more facts of the unseen half than both ends do", () => {
  const unseen = all.filter(({ half }) => half === "b");
  const kept = (options) =>
    unseen.reduce((sum, { facts, text }) => sum + keptOf(facts, trim(text, { maxChars: 2000, ...options }).text), 0);
  const [own, ends] = [kept({}), kept({ rescue: false })];
  assert.ok(own >= ends * 1.33, `${own} and ${ends}`);
});
