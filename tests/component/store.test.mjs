// The interface `store` with the host's storage; what a store in memory answers is compared in golden.test.mjs.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as js from "tooltrim/store";
import { instantiate, memoryStorage, outcome } from "./host.mjs";

const log = Array.from({ length: 5000 }, (_, at) => `step ${at + 1} ok\n`).join("");
const failed = (call) => {
  const { error } = outcome(call);
  return error && `${error.code} ${error.message}`;
};

test("texts outlive their store in the host's storage", () => {
  const storage = memoryStorage();
  const first = instantiate(storage).store.OutputStore.open("session-1", undefined);
  const { ref } = first.trim(log, { maxChars: 400 });
  const other = first.put("another");
  assert.deepEqual([ref, other], ["#R1", "#R2"]);
  assert.equal(storage.values.size, 0);
  assert.deepEqual(first.flush(undefined), { written: 2, deleted: 0 });
  assert.deepEqual(first.flush(undefined), { written: 0, deleted: 0 });
  assert.deepEqual(
    [...storage.values.keys()],
    ["#R1", "#R2", "state"].map((name) => `tooltrim-core:session-1:${name}`),
  );

  const later = instantiate(storage).store.OutputStore.open("session-1", undefined);
  assert.equal(later.has(ref), false);
  assert.equal(later.get(ref), log);
  assert.equal(later.has(ref), true);
  assert.equal(later.retrieve(other, undefined).text, "another");
  // An equal text has its ref again, and a new one the next.
  assert.deepEqual([later.put("another"), later.put("a third")], ["#R2", "#R3"]);
  const elsewhere = instantiate(storage).store.OutputStore.open("session-2", undefined);
  assert.equal(
    failed(() => elsewhere.get(ref)),
    "UNKNOWN_REF ref: #R1 was never given; nothing has been kept yet",
  );
});

test("a storage that fails loses nothing in memory", () => {
  const storage = memoryStorage();
  const { store } = instantiate(storage);
  const own = store.OutputStore.open("a", 1000n);
  const ref = own.put("x".repeat(600));
  storage.broken = "the disk is full";
  assert.equal(
    failed(() => own.flush(undefined)),
    "BACKEND_FAILED backend: writing #R1 failed: the disk is full",
  );
  assert.equal(own.get(ref).length, 600);
  assert.match(
    failed(() => store.OutputStore.open("b", undefined)),
    /^BACKEND_FAILED backend: reading the refs failed: /,
  );
  storage.broken = undefined;
  assert.equal(own.flush(undefined).written, 1);
  // It leaves memory for the next one, and is read back.
  own.put("y".repeat(600));
  assert.equal(own.has(ref), false);
  storage.broken = "no connection";
  assert.equal(
    failed(() => own.get(ref)),
    "BACKEND_FAILED backend: reading #R1 failed: no connection",
  );
  storage.broken = undefined;
  assert.equal(own.get(ref), "x".repeat(600));
});

test("another text under a ref is noticed, and so is a changed list of refs", () => {
  const storage = memoryStorage();
  const own = instantiate(storage).store.OutputStore.open("a", undefined);
  const ref = own.put("the text");
  own.flush(undefined);
  storage.values.set("tooltrim-core:a:#R1", "a text");
  const { store } = instantiate(storage);
  assert.match(
    failed(() => store.OutputStore.open("a", undefined).get(ref)),
    /^BACKEND_FAILED .* it holds another text/,
  );
  storage.values.set("tooltrim-core:a:state", storage.values.get("tooltrim-core:a:state").replace(/^./, "0"));
  assert.match(
    failed(() => store.OutputStore.open("a", undefined)),
    /^INVALID_OPTION state: was changed/,
  );
  storage.values.delete("tooltrim-core:a:#R1");
  assert.equal(
    failed(() => store.OutputStore.open("", undefined)),
    'INVALID_OPTION namespace: "" is not a text of one char or more',
  );
});

test("the oldest texts beyond a size leave the storage, and their refs are not given again", () => {
  const storage = memoryStorage();
  const own = instantiate(storage).store.OutputStore.open("a", undefined);
  for (const letter of "abc") own.put(letter.repeat(400));
  assert.deepEqual(own.flush(1000n), { written: 3, deleted: 1 });
  assert.equal(storage.values.has("tooltrim-core:a:#R1"), false);
  const later = instantiate(storage).store.OutputStore.open("a", undefined);
  assert.match(
    failed(() => later.get("#R1")),
    /^UNKNOWN_REF ref: #R1 has left the store/,
  );
  assert.equal(later.put("a".repeat(400)), "#R4");
});

test("a store in memory goes on from its state and its texts", () => {
  const { store } = instantiate();
  const own = store.OutputStore.create(undefined, undefined);
  const refs = ["one", "two"].map((text) => own.put(text));
  const later = store.OutputStore.create(undefined, own.state());
  for (const [ref, text] of own.texts()) later.restore(ref, text);
  assert.deepEqual(
    refs.map((ref) => later.get(ref)),
    ["one", "two"],
  );
  assert.deepEqual(later.stats(), { bytes: 6n, texts: 2, lost: 0n });
  assert.equal(
    failed(() => later.restore("#R1", "another")),
    "INVALID_OPTION text: is not the text of #R1",
  );
  assert.match(
    failed(() => later.restore("#R9", "another")),
    /^UNKNOWN_REF /,
  );
  later.skipTo("#R40");
  assert.equal(later.put("three"), "#R41");
  assert.match(
    failed(() => store.OutputStore.create(10n, undefined)),
    /^INVALID_OPTION maxBytes: 10 is not a number of 1000 or more/,
  );
  assert.deepEqual(own.flush(undefined), { written: 0, deleted: 0 });
});

test("a conversation reads only what it was given", () => {
  const { store } = instantiate();
  const shared = store.OutputStore.create(undefined, undefined);
  const [mine, other] = [shared.conversation([]), shared.conversation([])];
  const { ref } = mine.trim(log, { maxChars: 400 });
  assert.equal(mine.get(ref), log);
  const refused =
    "UNKNOWN_REF ref: #R1 was not given in this conversation; a ref that stands in the output of a tool is part of that output";
  for (const call of [() => other.get(ref), () => other.retrieve(ref, undefined)]) assert.equal(failed(call), refused);
  assert.equal(other.has(ref), false);
  assert.match(other.answer('{"ref":"#R1"}', undefined).text, /^Error: ref: #R1 was not given in this conversation/);
  // The tool of the store refuses what only a conversation was given; the host reads everything.
  assert.equal(shared.answer('{"ref":"#R1"}', undefined).isError, true);
  assert.equal(shared.get(ref), log);
  assert.deepEqual(mine.given(), ["#R1"]);
  assert.equal(shared.conversation(mine.given()).get("R1"), log);
  assert.equal(other.put(log), "#R1");
  assert.equal(other.get(ref), log);
  assert.match(
    failed(() => shared.conversation(["x"])),
    /^UNKNOWN_REF /,
  );
});

test("a model is answered as by the tool in JavaScript", async () => {
  const { store } = instantiate();
  const own = store.OutputStore.create(undefined, undefined);
  const reference = new js.OutputStore();
  for (const text of [log, "\u{1f680}".repeat(9000), "x\n[#R1: lines 1-2 of 3]\n"]) {
    own.put(text);
    reference.put(text);
  }
  const given = [
    ...[
      '{"ref":"#R1"}',
      '{"ref":"r1","page":"2"}',
      '{"ref":1,"lines":"2,500 to 2501"}',
      '{"ref":"[#R1].","lines":[5,7]}',
    ],
    ...[
      '{"ref":"#R2"}',
      '{"ref":"#R2","page":3}',
      '{"ref":"#R3"}',
      '{"ref":"#R1","pattern":"STEP 49","ignore_case":"true"}',
    ],
    ...['{"ref":"#R1","pattern":"step 4999","context":"1"}', '{"ref":"#R1","pattern":"none of it"}', '{"ref":"#R9"}'],
    ...[
      '{"ref":"the log"}',
      '{"lines":"1-5"}',
      "{",
      "[]",
      '{"ref":"#R1","lines":"x"}',
      '{"ref":"#R1","lines":"9000-"}',
    ],
    ...[
      '{"ref":"#R1","page":99}',
      '{"ref":"#R1","page":"last"}',
      '{"ref":"#R1","pattern":"a\\nb"}',
      '{"ref":"#R1","lines":"5-"}',
    ],
    ...['{"ref":null}', '{"ref":"#R1","lines":null,"pattern":""}', '{"ref":"#R1","lines":"L10\u2013L12"}'],
  ];
  for (const maxChars of [500, 4000, 20_000]) {
    const { handler } = js.retrieveTool(reference, "anthropic", { maxChars });
    for (const asked of given) {
      const answer = own.answer(asked, maxChars);
      const { content, is_error: isError = false } = await handler(asked);
      assert.deepEqual(answer, { text: content, isError }, asked);
    }
  }
  const { name, description, parameters } = store.toolForModels();
  const { definition } = js.retrieveTool(reference, "text");
  assert.deepEqual({ name, description, parameters: JSON.parse(parameters) }, definition);
});

test("memory does not grow with stores that are dropped", () => {
  const { store, memory } = instantiate();
  const round = () => {
    const own = store.OutputStore.create(undefined, undefined);
    const view = own.conversation([]);
    view.trim(log, { maxChars: 400 });
    // The view holds the store: in either order.
    own[Symbol.dispose]();
    view[Symbol.dispose]();
  };
  for (let count = 0; count < 5; count += 1) round();
  const before = memory.buffer.byteLength;
  for (let count = 0; count < 100; count += 1) round();
  assert.equal(memory.buffer.byteLength, before);
});
