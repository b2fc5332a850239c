// What has to hold of a conversation that was finished.
import assert from "node:assert/strict";
import { commonPrefix } from "../model-server/record.mjs";
import { modules } from "../session/modules.mjs";

export const callsOf = (history) => history.flatMap(({ calls = [] }) => calls);

/** All hundred calls were made, and the model could still name each file that it changed, in its order. */
export function checkFinished({ error, answer, history }, word) {
  checkCalls({ error, answer, history });
  assert.equal(answer, `Task ${word} is done. Changed: ${modules.map(({ path }) => path).join(", ")}.`);
}

/** All hundred calls were made; otherwise the message is the model's answer, which names what it missed. */
export function checkCalls({ error, answer, history }) {
  assert.equal(error, undefined);
  const calls = callsOf(history);
  assert.equal(calls.length, 100, answer);
  assert.equal(new Set(calls.map(({ id }) => id)).size, 100);
}

/** No request was refused but by the rules in `refusedBy`, in this order. */
export function checkObeyed(requests, refusedBy = []) {
  assert.deepEqual(
    requests.flatMap(({ rule }) => rule ?? []),
    refusedBy,
  );
}

/** Between steps each request begins with all of the one before; a step leaves at least the task as it was. */
export function checkPrefixes(requests, task) {
  const answered = requests.filter(({ rule }) => rule === undefined);
  const json = JSON.stringify(task);
  for (const [at, { text }] of answered.entries()) {
    assert.ok(text.includes(json), `request ${at}: the task is not as the user wrote it`);
    if (at === 0) continue;
    const before = answered[at - 1].text;
    const common = commonPrefix(before, text);
    assert.ok(common === before.length || common > text.indexOf(json), `request ${at}: ${common} of ${before.length}`);
  }
}

/** The requests of two conversations that differ in their word are the same bytes. */
export function checkSameBytes(requests, word, others, otherWord) {
  const texts = (list, from) => list.map(({ text }) => text.replaceAll(from, "THE-WORD"));
  const [one, other] = [texts(requests, word), texts(others, otherWord)];
  assert.equal(one.length, other.length);
  for (const [at, text] of one.entries()) {
    if (text === other[at]) continue;
    const place = commonPrefix(text, other[at]);
    const around = (whole) => whole.slice(Math.max(0, place - 200), place + 200);
    assert.fail(`request ${at} differs at ${place}:\n${around(text)}\n---\n${around(other[at])}`);
  }
}
