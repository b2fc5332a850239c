// Histories of calls: does the time follow the number of calls, and what does it cost beside writing them as JSON?

import { computeTruncation } from "tooltrim";
import { atMost } from "./goals.mjs";
import { race } from "./measure.mjs";
import { heading, printTable, time, times } from "./print.mjs";

const CALLS = 10_000;
const kinds = [
  ["read_file", (n) => ({ filePath: `/home/dev/service/src/module${n % 700}/index.ts`, startLine: 1, endLine: 80 })],
  ["run_in_terminal", (n) => ({ command: `npm test -- --shard ${n % 50}/50`, isBackground: false })],
  [
    "replace_string_in_file",
    (n) => ({ filePath: `/home/dev/service/src/module${n % 90}/index.ts`, oldString: "a\nb" }),
  ],
  ["semantic_search", (n) => ({ query: `where is token ${n} refreshed` })],
];
const lines = [
  "src/auth/refresh.ts:12:7 - checking the token family before it is rotated\n",
  "    at Object.<anonymous> (test/refresh.test.ts:23:5)\n",
  "ok 12 - a token that was used twice signs the whole family out\n",
];

/** One call in eight fails. Each result is a text of its own, and flat, as a host hands it over. */
function history(size) {
  const text = lines.join("").repeat(Math.ceil(size / lines.join("").length) + 1);
  return Array.from({ length: CALLS }, (_, n) => {
    const [name, args] = kinds[n % kinds.length];
    const result = Buffer.from(text.slice(n % 50, (n % 50) + size)).toString("latin1");
    return { callId: `call_${n}`, name, args: args(n), result, isError: n % 8 === 1 };
  });
}

export function calls({ quick }) {
  heading(
    "calls",
    `computeTruncation on ${CALLS.toLocaleString("en")} calls, with tokens estimated and given, against JSON.stringify of the calls.`,
  );
  const rows = [];
  const goals = [];
  const budget = quick ? 1000 : 5000;
  const histories = { "200 B": history(200), "2 KB": history(2000), "20 KB": history(20_000) };
  for (const [size, calls] of Object.entries(histories)) {
    // Literals: of objects that a spread made, V8 reads members twenty times slower.
    const counted = calls.map(({ callId, name, args, result, isError }) => {
      return { callId, name, args, result, isError, tokenCount: Math.ceil(result.length / 4) };
    });
    const results = race(
      {
        "JSON.stringify": () => JSON.stringify(calls),
        computeTruncation: () => computeTruncation(calls),
        "with tokenCount": () => computeTruncation(counted),
      },
      { budget },
    );
    const share = (name) => `${time(results[name].ns)}  ${times(results[name].ratio)}`;
    rows.push([
      `results of ${size}`,
      time(results["JSON.stringify"].ns),
      share("computeTruncation"),
      share("with tokenCount"),
    ]);
    goals.push(atMost(`results of ${size}: share of JSON.stringify`, results.computeTruncation.ratio, 1 / 3));
  }
  printTable(["", "JSON.stringify", "computeTruncation", "with tokenCount"], rows);
  const growth = race(
    { small: () => computeTruncation(histories["2 KB"]), large: () => computeTruncation(histories["20 KB"]) },
    { budget },
  );
  goals.push(atMost("results of 20 KB against 2 KB", growth.large.ratio, 1.3));
  return goals;
}
