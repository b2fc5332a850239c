// Gigabytes pass through a TrimStream: how fast, and does memory stay flat?

import { runChild } from "./child.mjs";
import { atMost } from "./goals.mjs";
import { digits, heading, printTable } from "./print.mjs";
import { names } from "./texts.mjs";

const rows = [
  ["ascii", "strings", {}],
  ["ascii", "bytes", {}],
  ["mixed", "strings", {}],
  ["mixed", "bytes", {}],
  ["mixed", "bytes", { count: ["bytes", "lines", "tokens"] }],
  ["ascii", "bytes", { clean: true }],
];

const mega = (bytes) => `${digits(Math.max(0, bytes) / 1e6)} MB`;

export async function stream({ quick }) {
  const gigabytes = Number(process.env.TOOLTRIM_BENCH_GB ?? (quick ? 1 : 5));
  heading(
    "stream",
    `${gigabytes} GB in pieces of 64 Ki units pass through a TrimStream that keeps 4,000 chars (a fifth of it when cleaned; ` +
      "TOOLTRIM_BENCH_GB sets another size): what memory grows by after the first 0.1 GB.",
  );
  const table = [];
  const goals = [];
  for (const [kind, as, options] of rows) {
    const size = options.clean ? gigabytes / 5 : gigabytes;
    const { passed, seconds, grown, wasm, truncated } = runChild("stream.mjs", [
      kind,
      as,
      String(size),
      JSON.stringify(options),
    ]);
    if (!truncated) throw new Error("a stream of gigabytes fits in 4,000 chars");
    const more = Object.keys(options).join(", ");
    const name = [names[kind], as, more].filter(Boolean).join(", ");
    table.push([name, digits(passed / 1e6 / seconds), mega(grown), mega(wasm)]);
    goals.push(atMost(`wasm memory, ${name}`, wasm / 1e6, 4, "MB"));
    goals.push(atMost(`memory grown, ${name}`, Math.max(0, grown) / 1e6, 32, "MB"));
  }
  printTable(["", "MB/s", "rss grown", "wasm memory"], table);
  return goals;
}
