// Wrapped tools: what does `toolify` add to a call whose result fits?

import { toolify, toolifySync } from "tooltrim";
import { atMost } from "./goals.mjs";
import { prime, race } from "./measure.mjs";
import { heading, printTable, time } from "./print.mjs";

/** Maximum overhead of a call over the bare function, in ns. */
const MOST = 5000;
/** Calls that are timed at once: awaited one after the other, as an agent calls its tools. */
const CALLS = 2000;

const text = "a line of what a tool answers, short enough to fit\n".repeat(60);
const object = { id: 7, title: "Tide tables", open: true, labels: ["sea", "charts"], author: { name: "ann" } };
const contracts = {
  preconditions: [(query) => [query !== "", "The query cannot be empty"]],
  postconditions: [(query) => query.length < 100],
};
const asText = (value) => JSON.stringify(value, null, 2);

/** The bare function, and the same wrapped. */
const waits = {
  "async, a text": [async () => text, toolify(async () => text)],
  "async, an object": [async () => asText(object), toolify(async () => object)],
  "async, two contracts": [async () => text, toolify(async (_) => text, contracts)],
  "in toolify, not async": [async () => text, toolify(() => text)],
};
const sync = {
  "sync, a text": [() => text, toolifySync(() => text)],
  "sync, an object": [() => asText(object), toolifySync(() => object)],
  "sync, two contracts": [() => text, toolifySync((_) => text, contracts)],
};

/** ns a call, of the bare function and of the wrapped one, in turns; the median of rounds. */
async function awaited(bare, wrapped, rounds) {
  const once = async (tool) => {
    const start = performance.now();
    for (let call = 0; call < CALLS; call += 1) await tool("tides");
    return ((performance.now() - start) * 1e6) / CALLS;
  };
  const times = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    times[0].push(await once(bare));
    times[1].push(await once(wrapped));
  }
  return times.map((list) => list.toSorted((a, b) => a - b)[list.length >> 1]);
}

export async function tools({ quick }) {
  heading(
    "tools",
    `A call of a tool whose result fits: bare, and wrapped. The text has ${text.length.toLocaleString("en")} units. Of an object the bare function makes the JSON, too.`,
  );
  const rows = [];
  const goals = [];
  const add = (name, bare, wrapped) => {
    rows.push([name, time(bare), time(wrapped), time(Math.max(0, wrapped - bare))]);
    goals.push(atMost(`toolify adds to a call, ${name}`, (wrapped - bare) / 1000, MOST / 1000, "µs"));
  };
  for (const [name, [bare, wrapped]] of Object.entries(waits)) {
    const [before, after] = await awaited(bare, wrapped, quick ? 21 : 101);
    add(name, before, after);
  }
  prime(Object.values(sync).flatMap(([bare, wrapped]) => [() => bare("tides"), () => wrapped("tides")]));
  for (const [name, [bare, wrapped]] of Object.entries(sync)) {
    const raced = race({ bare: () => bare("tides"), wrapped: () => wrapped("tides") }, { budget: quick ? 300 : 1500 });
    add(name, raced.bare.ns, raced.wrapped.ns);
  }
  printTable(["", "bare", "toolify", "added"], rows);
  return goals;
}
