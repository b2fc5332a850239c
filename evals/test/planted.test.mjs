import assert from "node:assert/strict";
import { test } from "node:test";
import { readLines } from "../../compare/metrics/lines.mjs";
import { makeLog, plantedLogs, split, truthChars } from "../planted/index.mjs";

const logs = plantedLogs();

test("there are at least 240 logs of more than 20 tools, a third of them unseen", () => {
  assert.ok(logs.length >= 240);
  assert.ok(new Set(logs.map(({ tool }) => tool)).size > 20);
  const unseen = logs.filter(({ part }) => part === "unseen");
  assert.ok(Math.abs(unseen.length / logs.length - 1 / 3) < 0.04);
  for (const tool of split.unseenTools) assert.ok(logs.every((log) => log.tool !== tool || log.part === "unseen"));
});

test("the same seed gives the same log", () => {
  for (const { tool, seed, text, truth } of logs.filter((_, index) => index % 31 === 0)) {
    const again = makeLog(tool, seed);
    assert.equal(again.text, text);
    assert.deepEqual(again.truth, truth);
  }
});

test("the truth stands where it says, and nowhere outside of the planted blocks", () => {
  for (const { name, text, truth, blocks } of logs) {
    const lines = readLines(text);
    const outside = new Set(lines);
    for (const [from, to] of blocks) for (let at = from; at <= to; at += 1) outside.delete(lines[at - 1]);
    assert.ok(truth.length >= 2, name);
    for (const { line, text: needed, part } of truth) {
      assert.ok(part ? lines[line - 1].includes(needed) : lines[line - 1] === needed, `${name}: ${needed}`);
      assert.ok(part || !outside.has(needed), `${name}: ${needed}`);
    }
  }
});

test("keeping all of the truth is possible at the smallest limit", () => {
  const sizes = logs.map(truthChars).sort((a, b) => a - b);
  assert.ok(sizes.at(-1) < 450);
  assert.ok(sizes[Math.floor(sizes.length / 2)] < 300);
});

test("the set varies as it should", () => {
  const some = (rule) => logs.filter(rule).length;
  assert.ok(some(({ text }) => text.includes("\u001b[")) > 40);
  assert.ok(some(({ text }) => text.includes("\r\n")) > 20);
  assert.ok(some(({ truth }) => truth.some(({ text }) => /[\u3040-\u9fff]/u.test(text))) > 10);
  assert.ok(some(({ plan }) => plan.repeats > 0) > 50);
  assert.ok(some(({ text }) => text.split("\n").some((line) => line.length > 3000)) > 20);
  const first = logs.map(({ truth, lines }) => truth[0].line / lines);
  for (const [from, to] of [
    [0, 0.25],
    [0.25, 0.5],
    [0.5, 0.75],
    [0.75, 1],
  ]) {
    assert.ok(first.filter((at) => at >= from && at < to).length > 30);
  }
  const sizes = logs.map(({ text }) => text.length);
  assert.ok(Math.min(...sizes) < 10_000 && Math.max(...sizes) > 300_000);
});

test("no mark of the templates is left", () => {
  for (const { name, text } of logs) assert.ok(!/[▶▷⟪⟫]|\[object |\bNaN\b/u.test(text), name);
});
