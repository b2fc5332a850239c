import assert from "node:assert/strict";
import { test } from "node:test";
import { estimateTokens, trim } from "tooltrim";
import { contenders } from "../about/contenders.mjs";
import { gate } from "../about/gate.mjs";
import { holds } from "../about/holds.mjs";

const optionsOf = ({ kind, question }, maxTokens) => ({
  maxTokens,
  about: question,
  format: kind === "json" ? "json" : "text",
});
/** Percent of the cases of which `make` keeps all facts. */
const passed = (make) => {
  const kept = gate.filter((each) => each.facts.every((fact) => holds(make(each), fact)));
  return (100 * kept.length) / gate.length;
};

for (const [maxTokens, least] of [
  [128, 95],
  [256, 98],
  [800, 98],
]) {
  test(`${least} % of the cases keep their facts within ${maxTokens} tokens`, () => {
    const share = passed((each) => {
      const { text } = trim(each.text, optionsOf(each, maxTokens));
      assert.ok(estimateTokens(text) <= maxTokens, each.id);
      if (each.kind === "json") JSON.parse(text);
      return text;
    });
    assert.ok(share >= least, `${share} %`);
  });
}

test("the cases are 62, long, and none is passed by keeping the ends", () => {
  assert.equal(gate.length, 62);
  assert.ok(gate.every(({ text, facts }) => text.length > 10_000 && facts.every((fact) => text.includes(fact))));
  assert.ok(passed((each) => trim(each.text, { maxTokens: 800, rescue: false }).text) < 5);
  // A rival that reads lines: of one line, such as HTML and JSON, it has nothing.
  const { make } = contenders([]).find(({ name }) => name === "BM25 by lines");
  assert.ok(passed((each) => make(each, 3200)) < 75);
});
