// Conversations: what does it cost to read, check and mend them, beside turning them to JSON and back?

import { extractToolCalls, renderAsText, repairMessages, validateMessages } from "tooltrim/messages";
import { messagesOf, names } from "./conversations.mjs";
import { atLeast } from "./goals.mjs";
import { prime, race } from "./measure.mjs";
import { heading, printTable, time, times } from "./print.mjs";
import { exchangesOf } from "./sessions.mjs";

const EXCHANGES = 1000;
/**
 * The units of a result, how many readings JSON and back should be worth at least, and how often it is timed at once.
 */
const limits = { "1 KB": [1000, 3, 5], "20 KB": [20_000, 30, 1] };

/** The calls, with the parts that a plan reads first: length and ends of each result. */
function read(messages) {
  let seen = 0;
  for (const { result } of extractToolCalls(messages)) {
    seen += result.length + result.slice(0, 200).charCodeAt(7) + result.slice(-200).charCodeAt(7);
  }
  return seen;
}

const roundTrip = (messages) => JSON.parse(JSON.stringify(messages));

function often(times, run) {
  return () => {
    let last;
    for (let time = 0; time < times; time += 1) last = run();
    return last;
  };
}

/**
 * As many readings as equal the round trips if the goal is just met: other load on the machine then affects both
 * equally.
 */
const readers = (whole, worth, trips) => ({
  "JSON and back": often(trips, () => roundTrip(whole)),
  read: often(trips * worth, () => read(whole)),
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
      const small = messagesOf(name, exchangesOf(20, 500));
      return [...Object.values(readers(small, 1, 1)), ...Object.values(verbs(small, small))];
    }),
  );
  const budget = quick ? 500 : 2000;
  for (const [size, [units, worth, trips]] of Object.entries(limits)) {
    heading(
      "messages",
      `${EXCHANGES.toLocaleString("en")} exchanges with results of ${size}: JSON.parse(JSON.stringify(messages)), and times that the verbs take beside it. To read is extractToolCalls, and length and both ends of each result.`,
    );
    const rows = names.map((name) => {
      const exchanges = exchangesOf(EXCHANGES, units);
      const whole = messagesOf(name, exchanges);
      const broken = messagesOf(name, exchanges, (n) => n % 10 !== 9);
      const raced = race(readers(whole, worth, trips), { budget, least: 15 });
      const { "JSON and back": _, ...others } = race(verbs(whole, broken), { budget });
      const [json, reading] = [raced["JSON and back"].ns / trips, raced.read.ns / trips / worth];
      const share = raced.read.ratio / worth;
      goals.push(atLeast(`${name}, results of ${size}: JSON and back, in readings`, 1 / share, worth));
      const shares = Object.values(others).map((one) => times(one.ratio));
      return [name, time(json), time(reading), `${share.toFixed(3)} ×`, ...shares];
    });
    const columns = ["JSON and back", "read", "", ...Object.keys(verbs()).slice(1)];
    printTable(["", ...columns], rows);
  }
  return goals;
}
