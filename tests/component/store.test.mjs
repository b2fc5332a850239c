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

test("texts outlive their store in the host's storage, and several stores share a namespace", () => {
  const storage = memoryStorage();
  const first = instantiate(storage).store.OutputStore.create(undefined, "session-1");
  const { ref } = first.trim(log, { maxChars: 400 });
  const other = first.put("another");
  assert.deepEqual([ref, other], ["#a13s6nag", "#ns28nj3c"]);
  assert.equal(storage.values.size, 0);
  assert.deepEqual([first.flush(), first.flush()], [2, 0]);
  assert.deepEqual(
    [...storage.values.keys()],
    [ref, other].map((name) => `tooltrim-core:session-1:${name}`),
  );

  const later = instantiate(storage).store.OutputStore.create(undefined, "session-1");
  assert.equal(later.has(ref), false);
  assert.equal(later.get(ref), log);
  assert.equal(later.has(ref), true);
  assert.equal(later.retrieve(other, undefined).text, "another");
  assert.deepEqual([later.put("another"), later.flush()], [other, 0]);
  const third = later.put("a third");
  later.flush();
  assert.equal(first.get(third), "a third");
  const elsewhere = instantiate(storage).store.OutputStore.create(undefined, "session-2");
  assert.equal(
    failed(() => elsewhere.get(ref)),
    `UNKNOWN_REF ref: ${ref} was never given, or has left the store: only the newest results are kept`,
  );
});

test("a storage that fails loses nothing in memory", () => {
  const storage = memoryStorage();
  const { store } = instantiate(storage);
  const own = store.OutputStore.create(1000n, "a");
  const ref = own.put("x".repeat(600));
  storage.broken = "the disk is full";
  assert.equal(
    failed(() => own.flush()),
    `BACKEND_FAILED backend: writing ${ref} failed: the disk is full`,
  );
  assert.equal(own.get(ref).length, 600);
  storage.broken = undefined;
  assert.equal(own.flush(), 1);
  // It leaves memory for the next one, and is read back.
  own.put("y".repeat(600));
  assert.equal(own.has(ref), false);
  storage.broken = "no connection";
  assert.equal(
    failed(() => own.get(ref)),
    `BACKEND_FAILED backend: reading ${ref} failed: no connection`,
  );
  storage.broken = undefined;
  assert.equal(own.get(ref), "x".repeat(600));
});

test("another text under a ref is noticed, and mended by whoever has the text", () => {
  const storage = memoryStorage();
  const own = instantiate(storage).store.OutputStore.create(undefined, "a");
  const ref = own.put("the text");
  own.flush();
  storage.values.set(`tooltrim-core:a:${ref}`, "a text");
  const { store } = instantiate(storage);
  const later = store.OutputStore.create(undefined, "a");
  assert.match(
    failed(() => later.get(ref)),
    /^BACKEND_FAILED .* it holds another text/,
  );
  later.put("the text");
  assert.equal(later.flush(), 1);
  assert.equal(storage.values.get(`tooltrim-core:a:${ref}`), "the text");
  assert.equal(
    failed(() => store.OutputStore.create(undefined, "")),
    'INVALID_OPTION namespace: "" is not a text of one char or more',
  );
});

test("a store in memory goes on from its texts", () => {
  const { store } = instantiate();
  const own = store.OutputStore.create(1000n, undefined);
  const refs = ["one", "x".repeat(1200)].map((text) => own.put(text));
  assert.deepEqual([own.has(refs[0]), own.put("one")], [false, refs[0]]);
  const later = store.OutputStore.create(2000n, undefined);
  for (const [ref, text] of own.texts()) later.restore(ref, text);
  assert.equal(later.get(refs[0]), "one");
  assert.equal(
    failed(() => later.restore(refs[0], "another")),
    `INVALID_OPTION text: is not the text of ${refs[0]}`,
  );
  assert.match(
    failed(() => later.restore("#R9", "another")),
    /^UNKNOWN_REF ref: "#R9" is not a ref such as #k3f9a2bx/,
  );
  assert.match(
    failed(() => store.OutputStore.create(10n, undefined)),
    /^INVALID_OPTION maxBytes: 10 is not a number of 1000 or more/,
  );
  assert.equal(own.flush(), 0);
});

test("a conversation reads only what it was given", () => {
  const { store } = instantiate();
  const shared = store.OutputStore.create(undefined, undefined);
  const [mine, other] = [shared.conversation([]), shared.conversation([])];
  const { ref } = mine.trim(log, { maxChars: 400 });
  assert.equal(mine.get(ref), log);
  const refused =
    "UNKNOWN_REF ref: #a13s6nag was not given in this conversation; a ref that stands in the output of a tool is part of that output";
  for (const call of [() => other.get(ref), () => other.retrieve(ref, undefined)]) assert.equal(failed(call), refused);
  assert.equal(other.has(ref), false);
  assert.match(
    other.answer('{"ref":"#a13s6nag"}', undefined).text,
    /^Error: ref: #a13s6nag was not given in this conversation/,
  );
  // The tool of the store refuses what only a conversation was given; the host reads everything.
  assert.equal(shared.answer('{"ref":"#a13s6nag"}', undefined).isError, true);
  assert.equal(shared.get(ref), log);
  assert.deepEqual(mine.given(), ["#a13s6nag"]);
  assert.equal(shared.conversation(mine.given()).get("A13S6NAG"), log);
  assert.equal(other.put(log), "#a13s6nag");
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
  for (const text of [log, "\u{1f680}".repeat(9000), "x\n[#k3f9a2bx: lines 1-2 of 3]\n"]) {
    own.put(text);
    reference.put(text);
  }
  const given = [
    ...[
      '{"ref":"#a13s6nag"}',
      '{"ref":"a13s6nag","page":"2"}',
      '{"ref":"#A13S6NAG","lines":"2,500 to 2501"}',
      '{"ref":"[#a13s6nag].","lines":[5,7]}',
    ],
    ...[
      '{"ref":"#j6czw4qx"}',
      '{"ref":"#j6czw4qx","page":3}',
      '{"ref":"#7189g4hg"}',
      '{"ref":"#a13s6nag","pattern":"STEP 49","ignore_case":"true"}',
    ],
    ...[
      '{"ref":"#a13s6nag","pattern":"step 4999","context":"1"}',
      '{"ref":"#a13s6nag","pattern":"none of it"}',
      '{"ref":"#k3f9a2bx"}',
    ],
    ...[
      '{"ref":"the log"}',
      '{"lines":"1-5"}',
      "{",
      "[]",
      '{"ref":"#a13s6nag","lines":"x"}',
      '{"ref":"#a13s6nag","lines":"9000-"}',
    ],
    ...[
      '{"ref":"#a13s6nag","page":99}',
      '{"ref":"#a13s6nag","page":"last"}',
      '{"ref":"#a13s6nag","pattern":"a\\nb"}',
      '{"ref":"#a13s6nag","lines":"5-"}',
    ],
    ...['{"ref":null}', '{"ref":"#a13s6nag","lines":null,"pattern":""}', '{"ref":"#a13s6nag","lines":"L10\u2013L12"}'],
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
