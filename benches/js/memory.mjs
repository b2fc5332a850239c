// Ten texts of 50 MB are trimmed and forgotten, the results kept: what is still held?

import { runChild } from "./child.mjs";
import { atMost } from "./goals.mjs";
import { digits, heading, printTable } from "./print.mjs";
import { names } from "./texts.mjs";

const ways = {
  tooltrim: "tooltrim, Trimmed kept",
  join: "[head, marker, tail].join, the result kept",
  plus: "head + marker + tail, the result kept",
};
const kinds = ["ascii", "mixed"];

const mega = (bytes) => `${digits(Math.max(0, bytes) / 1e6)} MB`;

export async function memory() {
  heading(
    "memory",
    "Ten texts of 50 MB (100 MB in memory when mixed) are trimmed to 4,000 chars, the results kept and the texts let go: " +
      "what the heap holds.",
  );
  const results = {};
  for (const way of Object.keys(ways))
    results[way] = kinds.map((kind) => runChild("memory.mjs", [way, kind], ["--expose-gc"]));
  const wasm = Math.max(...results.tooltrim.map((result) => result.wasm));
  const rows = Object.entries(ways).map(([way, name]) => [
    name,
    ...results[way].map(({ held }) => mega(held)),
    way === "tooltrim" ? mega(wasm) : "",
  ]);
  printTable(["", ...kinds.map((kind) => names[kind]), "wasm memory"], rows);
  return [
    ...kinds.map((kind, index) =>
      atMost(`heap held with ten results, ${names[kind]}`, Math.max(0, results.tooltrim[index].held) / 1e6, 1, "MB"),
    ),
    atMost("wasm memory after ten texts of 50 MB", wasm / 1e6, 4, "MB"),
  ];
}
