// The breakages break, leave what they get alone, and between them reach every format; junk can be made and printed.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { copy } from "./anatomy.mjs";
import { breakages, broken, formats, hostile, valid } from "./index.mjs";

const sample = (arbitrary, numRuns) => fc.sample(arbitrary, { numRuns, seed: 21 });
const names = Object.keys(breakages);

describe("breakages", () => {
  const applied = new Map(names.map((name) => [name, new Set()]));

  for (const { name: format } of formats) {
    test(format, () => {
      for (const [at, { messages }] of sample(valid(format, { maxTurns: 3 }), 8).entries()) {
        const before = copy(messages);
        for (const name of names) {
          const made = breakages[name](messages, at + 1);
          if (made === undefined) continue;
          applied.get(name).add(format);
          assert.ok(!isDeepStrictEqual(made, messages), name);
        }
        assert.ok(isDeepStrictEqual(messages, before), "the messages were changed");
      }
    });
  }

  test("each applies somewhere, and most everywhere", () => {
    const counts = Object.fromEntries([...applied].map(([name, reached]) => [name, reached.size]));
    assert.deepEqual(
      names.filter((name) => counts[name] === 0),
      [],
    );
    for (const { name: format } of formats) {
      const reached = names.filter((name) => applied.get(name).has(format));
      assert.ok(reached.length > names.length / 2, `${format}: only ${reached}`);
    }
  });

  test("can be chosen by name", () => {
    for (const drawn of sample(broken("anthropic", { only: ["dropResult", "unknownFields"] }), 50)) {
      assert.ok(drawn.breakages.length > 0);
      assert.ok(drawn.breakages.every((name) => ["dropResult", "unknownFields"].includes(name)));
      assert.notDeepEqual(drawn.messages, drawn.original);
    }
  });

  test("can follow each other, and are the same for the same seed", () => {
    for (const { name } of formats) {
      const drawn = sample(broken(name, { maxTurns: 2 }), 40);
      assert.ok(drawn.every((one) => one.breakages.length > 0 && one.messages.length > 0));
      assert.deepEqual(drawn.slice(0, 2), sample(broken(name, { maxTurns: 2 }), 2));
    }
  });
});

test("classes stay classes when they are broken", () => {
  for (const format of ["vscode", "langchain"]) {
    for (const { messages, original } of sample(
      broken(format, { only: ["dropResult", "emptyIds", "dropMessage"] }),
      20,
    )) {
      const kinds = new Set(original.map((message) => message.constructor));
      assert.ok(messages.every((message) => kinds.has(message.constructor)));
    }
  }
});

test("junk can be made, and printed by what it is", () => {
  const drawn = sample(hostile(), 300);
  assert.ok(new Set(drawn.map(({ what }) => what)).size > 150);
  for (const one of drawn) assert.equal(fc.stringify(one), one.what);
});
