// The facts of real outputs are there, and most of them stay.

import assert from "node:assert/strict";
import test from "node:test";
import { trim } from "tooltrim";
import { keptOf, outputs } from "../facts.mjs";
import { audit } from "../metrics/audit.mjs";

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

test("an audit finds lines that were altered, gaps without a word, and numbers that are wrong", () => {
  const text = Array.from({ length: 20 }, (_, at) => `line ${at} of the log`).join("\n");
  const lines = text.split("\n");
  const shown = (mark, head = lines.slice(0, 2)) => [...head, ...mark, ...lines.slice(-2)].join("\n");
  const found = (result) => {
    const { altered, silent, wrong } = audit(text, result);
    return { altered, silent: silent > 0, wrong };
  };
  assert.deepEqual(found(shown(["[… 16 lines]"])), { altered: 0, silent: false, wrong: 0 });
  assert.deepEqual(found(shown(["[… at least 9 lines]"])), { altered: 0, silent: false, wrong: 0 });
  assert.deepEqual(found(shown(["[… 19 lines]"])), { altered: 0, silent: false, wrong: 1 });
  assert.deepEqual(found(shown([])), { altered: 0, silent: true, wrong: 0 });
  assert.deepEqual(found(shown(["[… 16 lines]"], ["line one of it", lines[1]])), {
    altered: 1,
    silent: true,
    wrong: 0,
  });
});

test("our results are true to the texts", () => {
  for (const { file, text } of all) {
    const { altered, silent } = audit(text, trim(text, 4000).text);
    assert.deepEqual({ altered, silent }, { altered: 0, silent: 0 }, file);
  }
});
