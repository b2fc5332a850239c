// Ids and names that are missing, empty, there twice, or made of the wrong characters.
import { copy, read, slot, units, write } from "../anatomy.mjs";

/** The units of a kind that have an id. */
const withIds = (messages, kind) =>
  units(messages, kind).flatMap(({ value }) => {
    const path = slot(value, kind, "id");
    return path && typeof read(value, path) === "string" ? [{ value, path, id: read(value, path) }] : [];
  });

/** Changes an id of a call; in its results too, or there only, or everywhere but there. */
const changeId = (make) => (messages, die) => {
  const calls = withIds(messages, "call");
  const results = withIds(messages, "result");
  if (calls.length === 0) return false;
  const { id } = die.pick("call", calls);
  const same = (list) => list.filter((unit) => unit.id === id);
  const where = die.pick("where", [
    [...same(calls), ...same(results)],
    same(calls),
    same(results),
    [...calls, ...results],
  ]);
  if (where.length === 0) return false;
  for (const { value, path } of where) write(value, path, make(id, die, calls));
};

const changeName = (make) => (messages, die) => {
  const named = [...units(messages, "call"), ...units(messages, "result")].flatMap(({ value, kind }) => {
    const path = slot(value, kind, "name");
    return path ? [{ value, path }] : [];
  });
  if (named.length === 0) return false;
  const { value, path } = die.pick("named", named);
  write(value, path, make(die));
};

export const ids = {
  emptyIds: changeId(() => ""),
  missingIds: changeId(() => undefined),
  nullIds: changeId((_, die) => die.pick("null", [null, 7, {}])),
  badIds: changeId((id, die) =>
    die.pick("bad", [`functions.${id}:0`, `${id} `, `${id}|fc_1`, `ä${id}🙂`, `\u0000${id}`, "__proto__"]),
  ),
  longIds: changeId((id, die) => id.padEnd(die.pick("length", [41, 65, 450]), "x")),
  emptyNames: changeName(() => ""),
  missingNames: changeName(() => undefined),
  badNames: changeName((die) => die.pick("bad", ["a b", "tools.read", "x".repeat(65), "ä", 7, "constructor"])),

  /** Two calls with one id; the results keep theirs, or both have it. */
  repeatedIds(messages, die) {
    const calls = withIds(messages, "call");
    const [first, second] = die.shuffled("calls", calls);
    if (!second || first.id === second.id) return false;
    const results = die.chance("calls only", 2) ? [] : withIds(messages, "result");
    for (const { value, path, id } of [...calls, ...results]) if (id === second.id) write(value, path, first.id);
  },
  swappedIds(messages, die) {
    const [first, second] = die.shuffled("results", withIds(messages, "result"));
    if (!second || first.id === second.id) return false;
    write(first.value, first.path, second.id);
    write(second.value, second.path, first.id);
  },
  unknownIds(messages, die) {
    const results = withIds(messages, "result");
    if (results.length === 0) return false;
    const { value, path, id } = die.pick("result", results);
    write(value, path, `${id}x`);
  },
  /** Two items or messages with one `id`, which is not the id of a call. */
  duplicateItemIds(messages, die) {
    const owners = messages.filter((message) => typeof message.id === "string");
    const [first, second] = die.shuffled("items", owners);
    if (!second) return false;
    if (die.chance("whole", 2)) messages.push(copy(first));
    else second.id = first.id;
  },
};
