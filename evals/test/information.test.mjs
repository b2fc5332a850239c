import assert from "node:assert/strict";
import { after, test } from "node:test";
import { validateMessages } from "tooltrim/messages";
import { unitsOfAll } from "../../compare/history/read.mjs";
import { Compressor } from "../history/compressor.mjs";
import { age } from "../history/contenders/age.mjs";
import { informationBySession, informationOf } from "../history/information.mjs";
import { newSession } from "../history/sessions.mjs";
import { mapParts } from "../history/write.mjs";
import { quartiles } from "../lib/means.mjs";

const compressor = new Compressor();
after(() => compressor.end());

const use = (id, name, input) => ({ role: "assistant", content: [{ type: "tool_use", id, name, input }] });
const result = (id, content) => ({ role: "user", content: [{ type: "tool_result", tool_use_id: id, content }] });

// Words that no compressor can guess, each read once and then asked for again.
const word = (seed) => Array.from({ length: 12 }, (_, at) => (seed * 7919 + at * at * 104_729).toString(36)).join("_");
const reads = Array.from({ length: 40 }, (_, at) => [
  use(`r${at}`, "read", { path: `src/${word(at)}.rs` }),
  result(`r${at}`, `fn ${word(at + 100)}() {}\n`.repeat(20)),
]).flat();
const asks = Array.from({ length: 20 }, (_, at) => use(`g${at}`, "grep", { pattern: word(at + 120) }));
const MESSAGES = [{ role: "user", content: "Find them." }, ...reads, ...asks];
const session = newSession("words", "anthropic", MESSAGES);
const point = { session, at: 81, messages: MESSAGES.slice(0, 81) };
const { kept } = informationOf(point, compressor);

test("the whole conversation keeps all of its information, an empty one hardly any", async () => {
  assert.equal(await kept(point.messages), 1);
  assert.ok((await kept(point.messages.slice(0, 1))) < 0.1);
});

test("the half in which the next calls' words stand is worth more than the other", async () => {
  const [older, newer] = [await kept(point.messages.slice(0, 41)), await kept(point.messages.slice(41))];
  assert.ok(newer > older + 0.5, `${newer} and ${older}`);
});

test("where a conversation says nothing of what comes there is nothing to keep", async () => {
  const nothing = informationOf({ ...point, at: MESSAGES.length }, compressor);
  assert.equal(await nothing.kept(point.messages), undefined);
});

test("a long session does not count for more than a short one", () => {
  const of = (name, information) => ({ session: { name }, information });
  const results = [of("a", 0), of("a", 0.5), of("a", 1), of("b", 1), of("b", undefined)];
  assert.deepEqual(informationBySession(results), [0.5, 1]);
  assert.deepEqual(informationBySession([of("a", undefined)]), []);
});

test("quartiles are the values a quarter of the way in", () => {
  assert.deepEqual(quartiles([5, 1, 4, 2, 3]), [2, 4]);
  assert.deepEqual(quartiles([7]), [7, 7]);
});

test("the rule to beat holds its limit, breaks no pair and keeps the newest longest", async () => {
  for (const { name, compact } of await age()) {
    const limit = Math.floor(unitsOfAll(point.messages) / 5);
    const after = compact(point.messages, { format: "anthropic", limit });
    assert.ok(unitsOfAll(after) <= limit, name);
    assert.deepEqual(validateMessages(after, { format: "anthropic" }), [], name);
    const sizes = after.filter(({ content }) => content[0].type === "tool_result").map((each) => unitsOfAll([each]));
    assert.ok(sizes.length > 5 && sizes.at(-1) > 4 * sizes[0], `${name}: ${sizes}`);
    assert.deepEqual(
      sizes,
      [...sizes].sort((a, b) => a - b),
      name,
    );
    assert.match(JSON.stringify(after), new RegExp(`- read src/${word(0)}\\.rs`), name);
  }
});

test("strings of arguments and texts are mapped where they stand, and nothing else", () => {
  const message = {
    role: "assistant",
    content: [
      { type: "text", text: "now" },
      { type: "tool_use", id: "now", name: "now", input: { path: "now" } },
    ],
  };
  const louder = (kind) => (part) => (part.kind === kind ? part.text.toUpperCase() : part.text);
  assert.equal(
    mapParts(message, ({ text }) => text),
    message,
  );
  assert.deepEqual(mapParts(message, louder("call")).content[1], { ...message.content[1], input: { path: "NOW" } });
  assert.deepEqual(mapParts(message, louder("assistant")).content, [{ type: "text", text: "NOW" }, message.content[1]]);
});
