// Inputs out of seeds: their bytes cut, doubled and changed, or their JSON taken apart and put together again.
import { HEAD, LONGEST } from "./seeds.mjs";

const WORDS = [
  ...[
    "content",
    "structuredContent",
    "_meta",
    "isError",
    "contents",
    "messages",
    "tools",
    "result",
    "error",
    "id",
    "method",
  ],
  ...[
    "type",
    "text",
    "image",
    "audio",
    "data",
    "blob",
    "mimeType",
    "resource",
    "resource_link",
    "uri",
    "role",
    "__proto__",
  ],
  ...["tooltrim:media:0:", "[tooltrim: 5 chars left out.]", "#R1", "... [truncated 9 chars] ...", "constructor"],
];
const TOKENS = [
  '"',
  "\\",
  "\\u",
  "\\ud83d",
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  "-",
  "0",
  "1e9",
  "null",
  "\n",
  " ",
  "\xff",
  "😀",
];

/** A new input; one of the seeds where a value has become too deep to be copied or written. */
export function mutated(seeds, dice) {
  try {
    return mutation(seeds, dice);
  } catch (error) {
    if (error instanceof RangeError) return dice.pick(seeds);
    throw error;
  }
}

function mutation(seeds, dice) {
  const seed = dice.pick(seeds);
  const head = Buffer.from(seed.subarray(0, HEAD));
  for (let at = 0; at < HEAD; at += 1) if (!dice.oneIn(3)) head[at] = dice.below(256);
  let body = seed.subarray(HEAD);
  const inJson = dice.below(3) > 0 && parsed(body);
  if (inJson) {
    const tree = { root: inJson.value };
    for (let times = dice.below(6); times >= 0; times -= 1) changeJson(tree, dice);
    body = Buffer.from(JSON.stringify(tree.root) ?? "");
  }
  for (let times = dice.below(inJson ? 2 : 5); times > 0; times -= 1) body = changeBytes(body, seeds, dice);
  return Buffer.concat([head, body.subarray(0, LONGEST)]);
}

function parsed(bytes) {
  try {
    return { value: JSON.parse(bytes.toString()) };
  } catch {
    return undefined;
  }
}

function changeBytes(body, seeds, dice) {
  const from = dice.below(body.length + 1);
  const to = Math.min(body.length, from + dice.below(1 << dice.below(12)));
  const put = (bytes, end = from) => Buffer.concat([body.subarray(0, from), bytes, body.subarray(end)]);
  switch (dice.below(6)) {
    case 0:
      return put(Buffer.alloc(0), to);
    case 1:
      return body.subarray(0, to);
    case 2:
      return put(Buffer.concat(Array(1 + dice.below(20)).fill(body.subarray(from, to))), to);
    case 3:
      return put(Buffer.from([dice.below(256)]), to > from ? from + 1 : from);
    case 4: {
      const other = dice.pick(seeds).subarray(HEAD);
      const start = dice.below(other.length + 1);
      return put(other.subarray(start, start + dice.below(4000)), to);
    }
    default:
      return put(Buffer.from(dice.pick(dice.oneIn(2) ? TOKENS : WORDS), dice.oneIn(4) ? "latin1" : "utf8"));
  }
}

/** All places of a tree: what holds a value, and under which name. */
function places(holder, name, into) {
  into.push([holder, name]);
  const value = holder[name];
  if (typeof value === "object" && value !== null && into.length < 3000)
    for (const key of Object.keys(value)) places(value, key, into);
  return into;
}

function changeJson(tree, dice) {
  const all = places(tree, "root", []);
  const [holder, name] = dice.pick(all);
  const [other, otherName] = dice.pick(all);
  const value = holder[name];
  const copy = (what) => structuredClone(what);
  switch (dice.below(8)) {
    case 0:
      if (Array.isArray(holder)) holder.splice(Number(name), 1);
      else if (holder !== tree) delete holder[name];
      return;
    case 1:
      holder[name] = copy(other[otherName]);
      return;
    case 2:
      if (Array.isArray(value)) for (let times = dice.below(40); times > 0; times -= 1) value.push(copy(value[0] ?? 0));
      return;
    case 3:
      if (typeof value === "string") holder[name] = value.repeat(Math.min(50, Math.floor(40_000 / (value.length + 1))));
      return;
    case 4:
      holder[name] = deep(copy(value), dice.pick([2, 20, 200, 900]), dice);
      return;
    case 5:
      holder[name] = dice.pick([null, "", 0, -1, 1e21, true, [], {}, [[]], "x", dice.pick(WORDS), dice.pick(WORDS)]);
      return;
    case 6:
      if (typeof value === "object" && value !== null && !Array.isArray(value))
        Object.defineProperty(value, dice.pick(WORDS), {
          value: copy(other[otherName]),
          enumerable: true,
          writable: true,
          configurable: true,
        });
      return;
    default:
      if (typeof value === "string") holder[name] = value.slice(0, dice.below(value.length + 1)) + dice.pick(WORDS);
  }
}

function deep(value, levels, dice) {
  let wrapped = value;
  for (let level = 0; level < levels; level += 1) wrapped = dice.oneIn(2) ? [wrapped] : { a: wrapped };
  return wrapped;
}
