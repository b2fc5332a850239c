import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { generatedValues, makeValue, shapes } from "../values/generate.mjs";
import { realValues } from "../values/real.mjs";
import { isContainer, SMALL } from "../values/sizes.mjs";

const some = [...generatedValues({ count: 700 })];
const json = some.map(({ value }) => JSON.stringify(value));

test("the same number gives the same value, another number another one", () => {
  for (let number = 0; number < 70; number += 7) {
    assert.equal(JSON.stringify(makeValue(number).value), json[number]);
    assert.notEqual(JSON.stringify(makeValue(number + 35).value), json[number]);
  }
});

test("all shapes come equally often, under names that find them again", () => {
  assert.ok(Object.keys(shapes).length >= 30);
  for (const [number, { name, shape }] of some.entries()) assert.equal(name, `${shape} ${number}`);
  for (const shape of Object.keys(shapes)) assert.equal(some.filter((each) => each.shape === shape).length, 20);
});

test("sizes go from 1 KB to 1 MB, small ones more often", () => {
  const sizes = json.map((text) => text.length).sort((a, b) => a - b);
  assert.ok(sizes[0] > 900);
  assert.ok(sizes[350] < 3000);
  assert.ok(sizes.at(-1) > 500_000 && sizes.at(-1) < 1_100_000);
});

test("each value is JSON: reading what was written gives the same", () => {
  for (const [at, text] of json.entries()) assert.equal(JSON.stringify(JSON.parse(text)), text, some[at].name);
});

test("the set has what is hard to bound", () => {
  const values = (shape) => some.filter((each) => each.shape === shape).map(({ value }) => value);
  const depth = (value) => (isContainer(value) ? 1 + Math.max(0, ...Object.values(value).map(depth)) : 0);
  assert.ok(Math.max(...values("syntax trees").map(depth)) > 60);
  assert.ok(values("map of records").some(({ entities }) => Object.keys(entities).length > 100));
  assert.ok(values("long keys").some(({ paths }) => Object.keys(paths).some((key) => key.length > SMALL)));
  assert.ok(values("hostile names").every(({ items }) => Object.hasOwn(items[0], "__proto__")));
  assert.ok(values("middling texts").every(({ lines }) => lines.every((line) => line.length >= SMALL)));
  assert.ok(json.some((text) => text.includes("\\ud83d")));
  assert.ok(json.some((text) => /data:image\/png;base64,[A-Za-z0-9+/]{1000}/.test(text)));
});

test("of recorded files come documents, lists of messages, arguments, and texts that are JSON", () => {
  const folder = mkdtempSync(join(tmpdir(), "tooltrim-values-"));
  try {
    for (const name of ["outputs", "sessions/chat", "logs"]) mkdirSync(join(folder, name), { recursive: true });
    const result = { rows: ["a".repeat(60)] };
    const args = { path: "b".repeat(60) };
    const messages = [
      { role: "assistant", arguments: JSON.stringify(args) },
      { role: "tool", content: JSON.stringify(result) },
      { role: "tool", content: `{ not JSON ${"c".repeat(60)}` },
    ];
    writeFileSync(join(folder, "sessions/chat/one.json"), JSON.stringify({ format: "chat", messages }));
    writeFileSync(
      join(folder, "logs/two.jsonl"),
      `${JSON.stringify({ result })}\n${JSON.stringify({ input: args })}\n`,
    );
    writeFileSync(join(folder, "logs/three.jsonl"), JSON.stringify({ kind: "one document", args }, undefined, 2));
    writeFileSync(join(folder, "outputs/note.txt"), JSON.stringify({ note: "d".repeat(60) }));
    const values = realValues(folder, 50).map(({ value }) => value);
    const documents = [{ format: "chat", messages }, [{ result }, { input: args }], { kind: "one document", args }];
    assert.equal(values.length, 6);
    for (const value of [...documents, messages, args, result]) {
      assert.ok(
        values.some((each) => JSON.stringify(each) === JSON.stringify(value)),
        JSON.stringify(value),
      );
    }
    assert.equal(realValues(folder, 10_000).length, 0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
