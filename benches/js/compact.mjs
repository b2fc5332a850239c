// Conversations that fill their window: what does a step cost, beside turning the messages to JSON and back, and what
// the requests between two steps?

import { Compactor, compactMessages } from "tooltrim";
import { runChild } from "./child.mjs";
import { messagesOf, names } from "./conversations.mjs";
import { atMost } from "./goals.mjs";
import { prime, race, raceMade } from "./measure.mjs";
import { digits, heading, printTable, time, times } from "./print.mjs";
import { exchangesOf } from "./sessions.mjs";

const EXCHANGES = 1000;
const share = (ratio) => `${ratio.toFixed(3)} ×`;

const roundTrip = (messages) => JSON.parse(JSON.stringify(messages));

/** The size of messages, as windows count it. */
const sizeOf = (messages) => compactMessages(messages, { window: { chars: 1e12 } }).report.before;

/** Options for a window that the messages just fill. */
const filled = (window, compactTo) => ({ window, triggerAt: 0.8, compactTo });

/** Compacts; a step that was not taken would be measured as a very fast one. */
function step(messages, options) {
  const compaction = compactMessages(messages, options);
  if (!compaction.changed) throw new Error("bench: nothing was compacted");
  return compaction.messages;
}

function steps(messages) {
  const { chars, tokens } = sizeOf(messages);
  const [half, fifth, counted] = [
    filled({ chars }, 0.5),
    filled({ chars }, 0.2),
    // The value is estimated twice, and not for the same texts.
    filled({ tokens: Math.floor(tokens * 0.9) }, 0.5),
  ];
  return {
    "JSON and back": () => roundTrip(messages),
    "to 0.5": () => step(messages, half),
    "to 0.2": () => step(messages, fifth),
    "tokens, to 0.5": () => step(messages, counted),
    "report and state": () => {
      const { report, state } = compactMessages(messages, half);
      return [report, state];
    },
    "no mark": () => compactMessages(messages, { window: { chars: chars * 2 } }).messages,
  };
}

function single(exchanges, quick) {
  heading(
    "compact",
    `${EXCHANGES.toLocaleString("en")} exchanges in 1 MB: JSON.parse(JSON.stringify(messages)), and times that ` +
      "compactMessages takes beside it when the window is full: down to a share of it, in chars and in tokens; with report " +
      "and state read, too; and in a window of twice the size, where nothing is to be done.",
  );
  const goals = [];
  const rows = names.map((name) => {
    const result = race(steps(messagesOf(name, exchanges)), { budget: quick ? 700 : 3000, least: 7 });
    const { "JSON and back": json, ...others } = result;
    for (const to of ["to 0.5", "to 0.2"])
      goals.push(atMost(`${name}, 1 MB ${to}: beside JSON and back`, others[to].ratio, 0.5));
    return [name, time(json.ns), ...Object.values(others).map((one) => times(one.ratio))];
  });
  printTable(["", ...Object.keys(steps(messagesOf(names[0], exchanges)))], rows);
  return goals;
}

function larger(exchanges, quick) {
  heading(
    "compact",
    "As many exchanges in 20 MB, down to 0.5 and 0.2 of the window: times of those in 1 MB. Most of what goes need not be read.",
  );
  const large = exchangesOf(EXCHANGES, 20_000);
  const goals = [];
  const rows = names.map((name) => {
    const cells = [0.5, 0.2].flatMap((to) => {
      const contenders = Object.entries({ "1 MB": exchanges, "20 MB": large }).map(([size, drawn]) => {
        const messages = messagesOf(name, drawn);
        const options = filled({ chars: sizeOf(messages).chars }, to);
        return [size, () => step(messages, options)];
      });
      const result = race(Object.fromEntries(contenders), { budget: quick ? 500 : 2000, least: 5 });
      goals.push(atMost(`${name}, to ${to}: 20 MB against 1 MB`, result["20 MB"].ratio, 1.5));
      return [time(result["1 MB"].ns), time(result["20 MB"].ns), times(result["20 MB"].ratio)];
    });
    return [name, ...cells];
  });
  printTable(["", "to 0.5: 1 MB", "20 MB", "", "to 0.2: 1 MB", "20 MB", ""], rows);
  return goals;
}

/** A compactor that took a step when the conversation filled its window, and has room again. */
function compactorOf(messages) {
  const compactor = new Compactor({ window: { chars: sizeOf(messages).chars }, triggerAt: 0.8, compactTo: 0.5 });
  const { changed } = compactor.next(messages);
  if (!changed) throw new Error("bench: nothing was compacted");
  return compactor;
}

function requests(exchanges, quick) {
  const rounds = quick ? 15 : 60;
  heading(
    "compact",
    "Compactor.next after a step, two messages of 1 KB later: JSON and back of the 1 MB, and times that a request takes " +
      "beside it, when all other messages are the same objects as before, and when all are new ones (as those of hosts that " +
      "read them from JSON each time).",
  );
  const goals = [];
  const later = exchangesOf(EXCHANGES + rounds, 1000).slice(EXCHANGES);
  const rows = names.map((name) => {
    const messages = messagesOf(name, exchanges);
    const [growing, renewed] = [compactorOf(messages), compactorOf(messages)];
    let [count, renewals] = [0, 0];
    let grown = messages;
    const result = raceMade(
      {
        "JSON and back": () => () => roundTrip(messages),
        same: () => {
          count += 1;
          grown = [...grown, ...messagesOf(name, later.slice(count - 1, count)).slice(1)];
          return () => growing.next(grown).messages;
        },
        new: () => {
          renewals += 1;
          const copies = messagesOf(name, [...exchanges, ...later.slice(0, renewals)]);
          return () => renewed.next(copies).messages;
        },
      },
      rounds,
    );
    if (growing.next(grown).notice !== null || growing.next(grown).report.forkedAt !== undefined)
      throw new Error("bench: a mark was passed");
    const { "JSON and back": json, same, new: fresh } = result;
    goals.push(atMost(`${name}, 1 MB: next with two new messages, beside JSON and back`, same.ratio, 0.05));
    return [name, time(json.ns), time(same.ns), share(same.ratio), time(fresh.ns), times(fresh.ratio)];
  });
  printTable(["", "JSON and back", "same objects", "", "new objects", ""], rows);
  return goals;
}

/** The same number at any size: each request compares the messages, which takes time for all of them. */
const REQUESTS = 100;

/** Grows a conversation over that many requests; returns the requests with a step. */
function grow(messages, chars) {
  const compactor = new Compactor({ window: { chars: Math.floor(chars / 2) }, triggerAt: 0.8, compactTo: 0.5 });
  let taken = 0;
  for (let request = 1; request <= REQUESTS; request += 1) {
    const end = Math.floor((messages.length * request) / REQUESTS);
    if (compactor.next(messages.slice(0, end)).notice !== null) taken += 1;
  }
  return taken;
}

function long(quick) {
  const sizes = [10_000, 100_000];
  const [few, many] = sizes;
  heading(
    "compact",
    `Exchanges of 500 units, ${few.toLocaleString("en")} and ten times as many: the time per exchange, for one step down to ` +
      `half of the window, and for a Compactor that sees the conversation grow in ${REQUESTS} requests, in a window of half ` +
      "its size: as many steps at both sizes. JSON and back shows what caches and the collector do to anything that reads as much.",
  );
  const makers = Object.fromEntries(
    sizes.map((count) => {
      const messages = messagesOf("anthropic", exchangesOf(count, 500));
      const { chars } = sizeOf(messages);
      const options = filled({ chars }, 0.5);
      const runs = {
        "JSON and back": () => roundTrip(messages),
        compactMessages: () => step(messages, options),
        Compactor: () => grow(messages, chars),
      };
      return [count, runs];
    }),
  );
  const goals = [];
  const rows = Object.keys(makers[few]).map((what) => {
    const [short, long] = [makers[few][what], makers[many][what]];
    // The same amount of work in both, so that other load affects them equally.
    const often = () => {
      for (let at = 0; at < many; at += few) short();
    };
    short();
    const result = raceMade({ short: () => often, long: () => long }, quick ? 1 : 5);
    const { ratio } = result.long;
    // Linear, but for caches: what is kept of ten times as many exchanges fits none.
    if (what !== "JSON and back") {
      goals.push(atMost(`${what}: time per exchange at 100,000 against 10,000`, ratio, 1.5));
    }
    return [what, time(result.short.ns / many), time(result.long.ns / many), times(ratio)];
  });
  printTable(["", ...sizes.map((count) => count.toLocaleString("en")), ""], rows);
  return goals;
}

function heaps(quick) {
  heading(
    "compact",
    "20 MB of messages are compacted to half: what the heap holds right after, garbage included; what it holds with the " +
      "compaction kept, when the garbage is gone; and how large the memory of WebAssembly has become.",
  );
  const mega = (bytes) => `${digits(Math.max(0, bytes) / 1e6)} MB`;
  const rows = (quick ? names.slice(0, 2) : names).map((name) => {
    const { right, held, wasm, chars } = runChild("compact.mjs", [name], ["--expose-gc"]);
    return [name, mega(chars), mega(right), mega(held), mega(wasm)];
  });
  printTable(["", "messages", "right after", "held", "wasm memory"], rows);
  return [];
}

export function compact({ quick }) {
  const exchanges = exchangesOf(EXCHANGES, 1000);
  // Real programs meet more than one format, and what the engine has compiled for one may be slow with the next.
  const few = exchanges.slice(0, 100);
  prime(names.flatMap((name) => Object.values(steps(messagesOf(name, few)))));
  return [
    ...single(exchanges, quick),
    ...larger(exchanges, quick),
    ...requests(exchanges, quick),
    ...long(quick),
    ...heaps(quick),
  ];
}
