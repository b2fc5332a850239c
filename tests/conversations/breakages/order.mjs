// Messages and parts that are gone, there twice, or in the wrong place. Each changes the messages it gets, or returns
// false.
import { bodyOf, copy, isUiCall, isUser, listOf, messagesOf, remove, units } from "../anatomy.mjs";

/** One of the units of a kind, if there is any. */
const one = (messages, kind, die) => {
  const found = units(messages, kind).filter(({ value }) => kind !== "result" || !isUiCall(value));
  return found.length > 0 ? die.pick(kind, found) : undefined;
};

const drop = (kind) => (messages, die) => {
  const unit = one(messages, kind, die);
  return unit ? void remove(messages, unit.at) : false;
};

const duplicate = (kind) => (messages, die) => {
  const unit = one(messages, kind, die);
  if (!unit) return false;
  const list = listOf(messages, unit.at);
  const at = unit.at.at(-1);
  // At its side, or at the end of its list.
  list.splice(die.pick("where", [at + 1, list.length]), 0, copy(list[at]));
};

/** Takes a result out and puts it, in a message of its own, where `place` says. */
const moveResult = (place) => (messages, die) => {
  const unit = one(messages, "result", die);
  if (!unit) return false;
  const carrier = messagesOf(messages, unit.at, [unit.value]);
  const before = messages.length;
  const target = place(messages, unit, die);
  if (target === undefined) return false;
  remove(messages, unit.at);
  const gone = before - messages.length;
  messages.splice(target > unit.at[0] ? target - gone : target, 0, ...carrier);
};

const followingUser = (messages, unit) => {
  const index = messages.findIndex((message, at) => at > unit.at[0] && isUser(message));
  return index < 0 ? undefined : index + 1;
};

/** The message with the call that comes nearest before the result. */
const callBefore = (messages, unit) =>
  units(messages, "call")
    .map(({ at }) => at[0])
    .filter((index) => index <= unit.at[0])
    .at(-1);

const userLike = (messages) => copy(messages.find(isUser));

/** The first result of each run of results. */
const firstResults = (messages) =>
  units(messages, "result").filter(({ at }, index, list) => index === 0 || list[index - 1].at[0] < at[0] - 1);

export const order = {
  dropResult: drop("result"),
  dropCall: drop("call"),
  dropThinking: drop("thinking"),
  duplicateResult: duplicate("result"),
  duplicateCall: duplicate("call"),
  moveResultLater: moveResult(followingUser),
  moveResultToEnd: moveResult((messages) => messages.length),
  moveResultBeforeCall: moveResult(callBefore),
  moveResultToStart: moveResult(() => 0),

  dropMessage(messages, die) {
    if (messages.length < 2) return false;
    messages.splice(die.number("message", messages.length), 1);
  },
  dropPart(messages, die) {
    const parts = units(messages).filter(({ at }) => at.length > 1);
    return parts.length > 0 ? void remove(messages, die.pick("part", parts).at) : false;
  },
  dropAllResults(messages) {
    const found = units(messages, "result").reverse();
    if (found.length === 0) return false;
    for (const { at } of found) remove(messages, at);
  },
  duplicateMessage(messages, die) {
    const index = die.number("message", messages.length);
    messages.splice(index + 1, 0, copy(messages[index]));
  },
  swapMessages(messages, die) {
    if (messages.length < 2) return false;
    const index = die.number("message", messages.length - 1);
    messages.splice(index, 2, messages[index + 1], messages[index]);
  },
  resultIntoCallMessage(messages, die) {
    const unit = units(messages, "result").find(({ at }) => at.length > 1);
    const index = unit && callBefore(messages, unit);
    const list = index !== undefined && bodyOf(messages[index])[unit.at[1]];
    if (!Array.isArray(list) || index === unit.at[0]) return false;
    list.splice(die.pick("where", [list.length, 0]), 0, unit.value);
    remove(messages, unit.at);
  },
  splitResults(messages, die) {
    const found = units(messages, "result").filter(({ at }) => at.length > 1);
    const together = found.find(({ at }) => found.filter((other) => other.at[0] === at[0]).length > 1);
    if (!together) return separate(messages, die);
    const [index] = together.at;
    const apart = listOf(messages, together.at).flatMap((value) => messagesOf(messages, together.at, [value]));
    messages.splice(index, 1, ...apart);
    if (die.chance("user between", 3)) messages.splice(index + 1, 0, userLike(messages));
  },
  textBeforeResults(messages, die) {
    const first = die.pick("run", firstResults(messages));
    const texts = units(messages, "text").filter(({ at }) => first && at[1] === first.at[1] && at.length > 1);
    if (!first || first.at.length === 1 || texts.length === 0) return false;
    listOf(messages, first.at).splice(first.at.at(-1), 0, copy(die.pick("text", texts).value));
  },
  userBeforeResults(messages, die) {
    const first = die.pick("run", firstResults(messages));
    if (!first || !messages.some(isUser)) return false;
    messages.splice(first.at[0], 0, userLike(messages));
  },
  cutStart(messages, die) {
    const places = messages.flatMap((message, index) => (index > 0 && !isUser(message) ? [index] : []));
    if (places.length === 0) return false;
    messages.splice(0, die.pick("start", places));
  },
  cutEnd(messages, die) {
    const ends = units(messages, "call").map(({ at }) => at[0] + 1);
    const places = ends.filter((index) => index < messages.length);
    if (places.length === 0) return false;
    messages.length = die.pick("end", places);
  },
  loneReasoning(messages, die) {
    const found = units(messages, "thinking");
    const unit = found.length > 0 && die.pick("thinking", found);
    if (!unit) return false;
    const list = listOf(messages, unit.at);
    // What followed it is gone, or everything after it.
    const dropped = die.pick("dropped", [1, list.length]);
    if (list.splice(unit.at.at(-1) + 1, dropped).length === 0) return false;
  },
};

/** Where each result is a message: a user's message between two of a run. */
function separate(messages, die) {
  const found = units(messages, "result").filter(({ at }) => at.length === 1);
  const second = found.filter(({ at }, index) => index > 0 && found[index - 1].at[0] === at[0] - 1);
  if (second.length === 0 || !messages.some(isUser)) return false;
  messages.splice(die.pick("second", second).at[0], 0, userLike(messages));
}
