// Cost of keeping: compared with a map of texts by hash, the obvious way, and with trimming and compaction without a
// store.

import { createHash } from "node:crypto";
import { compactMessages, trim } from "tooltrim";
import { OutputStore } from "tooltrim/store";
import { messagesOf } from "./conversations.mjs";
import { atMost } from "./goals.mjs";
import { prime, race, raceMade } from "./measure.mjs";
import { heading, printTable, time, times } from "./print.mjs";
import { exchangesOf } from "./sessions.mjs";

const MAX_BYTES = 256 * 1024 * 1024;
const newStore = () => new OutputStore({ maxBytes: MAX_BYTES });
let unique = 0;

/** A unique log of the given size, in one piece. */
function logOf(bytes) {
  unique += 1;
  const line = (at) => `2026-03-12 05:27:12 INFO jobs.storage stored part ${at} of ${unique}\n`;
  const lines = Array.from({ length: Math.ceil(bytes / line(0).length) }, (_, at) => line(at));
  return Buffer.from(lines.join("").slice(0, bytes), "latin1").toString("latin1");
}

const sizes = { "10 KB": 10_000, "1 MB": 1_000_000 };

/** Each round keeps a text that is new. */
function putting(quick) {
  heading(
    "store",
    "put of a text that is new: Map.set under its SHA-256 (of node:crypto), and times of that; Map.set under a number keeps no " +
      "two equal texts apart from others, and reads nothing. Then put of a text that is known, and get.",
  );
  const goals = [];
  const rows = Object.entries(sizes).map(([name, size]) => {
    const store = newStore();
    const [byHash, byNumber] = [new Map(), new Map()];
    // Small ones a hundred at a time: the clock is no finer.
    const count = size < 100_000 ? 100 : 1;
    const made = (keep) => () => {
      const texts = Array.from({ length: count }, () => logOf(size));
      return () => texts.forEach(keep);
    };
    const known = logOf(size);
    const ref = store.put(known);
    const contenders = {
      "Map, SHA-256": made((text) => byHash.set(createHash("sha256").update(text).digest("hex"), text)),
      "Map, number": made((text) => byNumber.set(byNumber.size, text)),
      put: made((text) => store.put(text)),
      "put, known": () => () => {
        for (let at = 0; at < count; at += 1) store.put(known);
      },
      get: () => () => {
        for (let at = 0; at < count; at += 1) store.get(ref);
      },
    };
    raceMade(contenders, 5);
    const result = raceMade(contenders, quick ? 15 : 41);
    goals.push(atMost(`put of ${name}: beside SHA-256 and a Map`, result.put.ratio, 1));
    const { "Map, SHA-256": base, ...others } = result;
    return [
      name,
      time(base.ns / count),
      ...Object.values(others).flatMap((each) => [time(each.ns / count), times(each.ratio)]),
    ];
  });
  printTable(["", "Map, SHA-256", "Map, number", "", "put", "", "put, known", "", "get", ""], rows);
  return goals;
}

function trimming(quick) {
  heading("store", "trim to 4,000 chars without a store, and with one that gets a new text each time, or knows it.");
  const rows = Object.entries(sizes).map(([name, size]) => {
    const store = newStore();
    const count = size < 100_000 ? 100 : 1;
    const known = logOf(size);
    const made = (options) => () => {
      const texts = Array.from({ length: count }, () => logOf(size));
      return () => texts.map((text) => trim(text, options));
    };
    const contenders = {
      without: made({ maxChars: 4000, rescue: false }),
      with: made({ maxChars: 4000, rescue: false, store }),
      known: () => () => Array.from({ length: count }, () => trim(known, { maxChars: 4000, rescue: false, store })),
    };
    raceMade(contenders, 5);
    const { without, with: kept, known: again } = raceMade(contenders, quick ? 15 : 41);
    const columns = [kept, again].flatMap((each) => [time(each.ns / count), times(each.ratio)]);
    return [name, time(without.ns / count), ...columns];
  });
  printTable(["", "without", "with", "", "known", ""], rows);
  return [];
}

function retrieving(quick) {
  heading(
    "store",
    "retrieve from 10 MB (140,000 lines), and the same in JavaScript: split, then slice or filter, then join.",
  );
  const text = logOf(10_000_000);
  const store = newStore();
  const ref = store.put(text);
  const total = text.split("\n").length;
  const found = (pattern) =>
    text
      .split("\n")
      .flatMap((line, at) => (line.includes(pattern) ? [`${at + 1}:${line}`] : []))
      .join("\n");
  const cases = {
    "lines 70,000-70,100": [
      () => text.split("\n").slice(69_999, 70_100).join("\n"),
      () => store.retrieve(ref, { lines: [70_000, 70_100] }).text,
    ],
    "last 100 lines": [
      () => text.split("\n").slice(-100).join("\n"),
      () => store.retrieve(ref, { lines: [total - 100, total] }).text,
    ],
    "pattern, 1 hit": [() => found("part 70123 "), () => store.retrieve(ref, { pattern: "part 70123 " }).text],
    "pattern, no case": [
      () => found("part 70123 "),
      () => store.retrieve(ref, { pattern: "PART 70123 ", ignoreCase: true }).text,
    ],
    "where, 1 hit": [
      () => found("part 70123 "),
      () => store.retrieve(ref, { where: (line) => line.includes("part 70123 ") }).text,
    ],
    "page 300": [() => text.slice(299 * 20_000, 300 * 20_000), () => store.retrieve(ref, { page: 300 }).text],
  };
  const rows = Object.entries(cases).map(([name, [plain, ours]]) => {
    const { js, store: own } = race({ js: plain, store: ours }, { budget: quick ? 700 : 2000, least: 7 });
    return [name, time(js.ns), time(own.ns), times(own.ratio)];
  });
  printTable(["", "JavaScript", "retrieve", ""], rows);
  return [];
}

function compacting(quick) {
  heading(
    "store",
    "A step of compaction that fills half of the window, of 1,000 exchanges in 1 MB and in 20 MB: without a store, with one that " +
      "is new, and with one that knows all results.",
  );
  const rows = Object.entries({ "1 MB": 1000, "20 MB": 20_000 }).map(([name, each]) => {
    const messages = messagesOf("anthropic", exchangesOf(1000, each));
    const { chars } = compactMessages(messages, { window: { chars: 1e12 } }).report.before;
    const step = (store) => {
      const compaction = compactMessages(messages, { window: { chars }, store });
      if (!compaction.changed) throw new Error("bench: nothing was compacted");
      return compaction;
    };
    const known = newStore();
    step(known);
    const contenders = {
      without: () => () => step(undefined),
      with: () => {
        const store = newStore();
        return () => step(store);
      },
      known: () => () => step(known),
    };
    raceMade(contenders, 5);
    const { without, with: kept, known: again } = raceMade(contenders, quick ? 9 : 31);
    return [name, time(without.ns), time(kept.ns), times(kept.ratio), time(again.ns), times(again.ratio)];
  });
  printTable(["", "without", "new", "", "known", ""], rows);
  return [];
}

export function store({ quick }) {
  const log = logOf(10_000);
  prime([() => newStore().put(log), () => trim(log, { maxChars: 4000, rescue: false, store: newStore() })]);
  return [...putting(quick), ...trimming(quick), ...retrieving(quick), ...compacting(quick)];
}
