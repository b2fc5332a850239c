// Conversations: what does it cost to read, check and mend them, beside turning them to JSON and back?

import { extractToolCalls, renderAsText, repairMessages, validateMessages } from "tooltrim/messages";
import { conversation, names } from "./conversations.mjs";
import { atLeast } from "./goals.mjs";
import { prime, race } from "./measure.mjs";
import { heading, printTable, time, times } from "./print.mjs";

const EXCHANGES = 1000;
/** The units of a result, and how many readings JSON and back should be worth at least. */
const limits = { "1 KB": [1000, 3], "20 KB": [20_000, 30] };
/** So many readings are timed at once: of a sample as short as one of them, a busy machine makes anything. */
const READINGS = 10;

/** The calls, with what a plan looks at first: length and ends of each result. */
function read(messages) {
  let seen = 0;
  for (const { result } of extractToolCalls(messages)) {
    seen += result.length + result.slice(0, 200).charCodeAt(7) + result.slice(-200).charCodeAt(7);
  }
  return seen;
}

function readOften(messages) {
  let seen = 0;
  for (let reading = 0; reading < READINGS; reading += 1) seen += read(messages);
  return seen;
}

const roundTrip = (messages) => JSON.parse(JSON.stringify(messages));

const readers = (whole) => ({
  "JSON and back": () => roundTrip(whole),
  read: () => readOften(whole),
});

/** The other verbs; `broken` lacks some results. */
const verbs = (whole, broken) => ({
  "JSON and back": () => roundTrip(whole),
  validate: () => validateMessages(whole),
  "repair, in order": () => repairMessages(whole).messages,
  "1 in 10 broken": () => repairMessages(broken).messages,
  "as text": () => renderAsText(whole),
});

export function messages({ quick }) {
  const goals = [];
  // Real programs meet more than one format, and what the engine has compiled for one may be slow with the next.
  prime(
    names.flatMap((name) => {
      const small = conversation(name, 20, 500);
      return [...Object.values(readers(small)), ...Object.values(verbs(small, small))];
    }),
  );
  const options = { budget: quick ? 500 : 2000, least: 15 };
  for (const [size, [units, limit]] of Object.entries(limits)) {
    heading(
      "messages",
      `${EXCHANGES.toLocaleString("en")} exchanges with results of ${size}: JSON.parse(JSON.stringify(messages)), and times that the verbs take beside it. To read is extractToolCalls, and length and both ends of each result.`,
    );
    const rows = names.map((name) => {
      const whole = conversation(name, EXCHANGES, units);
      const broken = conversation(name, EXCHANGES, units, (n) => n % 10 !== 9);
      const { "JSON and back": json, read } = race(readers(whole), options);
      const { "JSON and back": _, ...others } = race(verbs(whole, broken), options);
      const ratio = read.ratio / READINGS;
      goals.push(atLeast(`${name}, results of ${size}: JSON and back, in readings`, 1 / ratio, limit));
      const shares = Object.values(others).map((one) => times(one.ratio));
      return [name, time(json.ns), time(read.ns / READINGS), `${ratio.toFixed(3)} ×`, ...shares];
    });
    const columns = ["JSON and back", "read", "", ...Object.keys(verbs()).slice(1)];
    printTable(["", ...columns], rows);
  }
  return goals;
}
