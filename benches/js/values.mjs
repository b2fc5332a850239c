// JSON-like values: what does it cost to see that nothing is to be cut, and what to cut, beside a copy of them?

import { trim, trimValue } from "tooltrim";
import { atLeast, atMost } from "./goals.mjs";
import { cutting, exchangesOf, fitting, long, messagesOf, smallItems } from "./json-values.mjs";
import { prime, race } from "./measure.mjs";
import { bytes, heading, note, printTable, time, times } from "./print.mjs";
import { makeText } from "./texts.mjs";

const sizes = { "1 MB": 1e6, "20 MB": 2e7 };
const TOTAL = 10_000;

const roundTrip = (value) => JSON.parse(JSON.stringify(value));
const share = (ratio) => `${ratio.toFixed(3)} ×`;
const lengthOf = (value) => Buffer.byteLength(JSON.stringify(value));

export function values({ quick }) {
  const budget = quick ? 500 : 2000;
  // Real programs meet all of it, and what the engine has compiled for one may be slow with the next.
  const small = messagesOf(20_000, fitting["1,000 chars"]);
  prime([
    ...Object.values(cutting).map(([text, options]) => {
      const value = messagesOf(20_000, text);
      return () => trimValue(value, options);
    }),
    () => trimValue(small),
  ]);
  return [...untouched(budget), ...cut(budget), ...asText(budget), ...growing(budget)];
}

function untouched(budget) {
  heading(
    "values",
    "trimValue on messages with nothing to cut, against copies of them. The very same value comes back, so there is no copy to make.",
  );
  const goals = [];
  const rows = [];
  const kinds = Object.entries(fitting).map(([name, text]) => [name, text, {}]);
  kinds.push(["20,000 chars, no limit", long, { maxStringBytes: Number.POSITIVE_INFINITY }]);
  for (const [size, most] of Object.entries(sizes)) {
    for (const [name, text, options] of kinds) {
      const value = messagesOf(most, text);
      if (trimValue(value, options).value !== value)
        throw new Error(`bench: texts of ${name} do not come back as they are`);
      const result = race(
        {
          trimValue: () => trimValue(value, options),
          structuredClone: () => structuredClone(value),
          JSON: () => roundTrip(value),
        },
        { budget },
      );
      const { trimValue: ours, structuredClone: clone, JSON: json } = result;
      rows.push([`${size}, ${name}`, time(ours.ns), time(clone.ns), times(clone.ratio), times(json.ratio)]);
      goals.push(atLeast(`nothing to cut, ${size}, ${name}: structuredClone in trimValues`, clone.ratio, 10));
    }
  }
  printTable(["", "trimValue", "structuredClone", "", "JSON and back"], rows);
  return goals;
}

function cut(budget) {
  heading("values", "The same with something to cut, against JSON.parse(JSON.stringify(value)), which cuts nothing.");
  const goals = [];
  const rows = [];
  for (const [size, most] of Object.entries(sizes)) {
    for (const [name, [text, options]] of Object.entries(cutting)) {
      const value = messagesOf(most, text);
      const result = trimValue(value, options);
      if (!result.truncated) throw new Error(`bench: ${name}: nothing was cut`);
      const raced = race({ JSON: () => roundTrip(value), trimValue: () => trimValue(value, options) }, { budget });
      rows.push([
        `${size}, ${name}`,
        bytes(result.cuts.length),
        bytes(lengthOf(result.value)),
        time(raced.JSON.ns),
        time(raced.trimValue.ns),
        share(raced.trimValue.ratio),
      ]);
      goals.push(atMost(`${size}, ${name}: beside JSON and back`, raced.trimValue.ratio, 1));
    }
  }
  printTable(["", "cuts", "bytes left", "JSON and back", "trimValue", ""], rows);
  return goals;
}

function asText(budget) {
  heading(
    "values",
    'trim(text, { format: "json" }) on messages as a text, against JSON.parse and JSON.stringify of it.',
  );
  const goals = [];
  const rows = [];
  for (const [size, most] of Object.entries(sizes)) {
    for (const maxBytes of [4000, 50_000]) {
      const text = JSON.stringify(messagesOf(most, fitting["1,000 chars"]));
      const options = { format: "json", maxBytes };
      const left = trim(text, options).text;
      if (Buffer.byteLength(left) > maxBytes || !Array.isArray(JSON.parse(left))) throw new Error("bench: not bounded");
      const raced = race({ JSON: () => JSON.stringify(JSON.parse(text)), trim: () => trim(text, options) }, { budget });
      rows.push([
        `${size} to ${bytes(maxBytes)} bytes`,
        time(raced.JSON.ns),
        time(raced.trim.ns),
        share(raced.trim.ratio),
      ]);
      goals.push(
        atMost(`format "json", ${size} to ${bytes(maxBytes)} bytes: beside JSON and back`, raced.trim.ratio, 1),
      );
    }
  }
  printTable(["", "JSON and back", "trim", ""], rows);
  return goals;
}

/** Exchanges in each of the values that are compared, and units of their texts. */
const EXCHANGES = 500;

function growing(budget) {
  const options = { maxTotalBytes: TOTAL };
  note(`\nGrowth: maxTotalBytes ${bytes(TOTAL)} on larger values, and JSON.stringify of them.\n`);
  const once = exchangesOf(EXCHANGES, fitting["1,000 chars"]);
  const longer = exchangesOf(EXCHANGES, (n) => `${n} ${makeText("ascii", 20_000)}`);
  const more = exchangesOf(20 * EXCHANGES, fitting["1,000 chars"]);
  const items = smallItems(1_000_000);
  const run = (value) => {
    const { value: left } = trimValue(value, options);
    if (left === value) throw new Error("bench: nothing was cut");
    return left;
  };
  for (const value of [once, longer, more, items]) {
    if (lengthOf(run(value)) > TOTAL) throw new Error("bench: over the total");
  }
  const grown = race({ once: () => run(once), longer: () => run(longer), more: () => run(more) }, { budget });
  const against = (value) =>
    race({ JSON: () => JSON.stringify(value), trimValue: () => run(value) }, { budget, least: 5 });
  const [onceJson, longerJson, moreJson, itemsJson] = [once, longer, more, items].map(against);
  const row = (name, result, ratio) => [
    name,
    time(result.trimValue.ns),
    ratio === undefined ? "" : times(ratio),
    time(result.JSON.ns),
    share(result.trimValue.ratio),
  ];
  printTable(
    ["", "trimValue", "× 1 MB", "JSON.stringify", "trimValue × that"],
    [
      row("1 MB", onceJson),
      row("20 MB, texts 20 × as long", longerJson, grown.longer.ratio),
      row("20 MB, 20 × as many texts", moreJson, grown.more.ratio),
      row("1,000,000 small records", itemsJson),
    ],
  );
  return [
    atMost("maxTotalBytes, texts 20 × as long", grown.longer.ratio, 1.5),
    atMost("maxTotalBytes, 20 × as many texts", grown.more.ratio, 22),
    atMost("maxTotalBytes, 1,000,000 small records: beside JSON.stringify", itemsJson.trimValue.ratio, 1),
  ];
}
