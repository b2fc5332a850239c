// Does the time follow the size of the input? On strings of one byte a char it should not.

import { Trimmer } from "tooltrim";
import { LIMIT, slices } from "./contenders.mjs";
import { atMost } from "./goals.mjs";
import { prime, race } from "./measure.mjs";
import { heading, printTable, time, times } from "./print.mjs";
import { makeText, names, sizes } from "./texts.mjs";

const compared = ["10 KB", "1 MB", "50 MB"];

export async function growth({ quick }) {
  heading("growth", "The same task on a longer text, as a multiple of the time for 10 KB.");
  const trimmer = new Trimmer({ maxChars: LIMIT, rescue: false });
  const contenders = { Trimmer: (text) => trimmer.trim(text), slices };
  const rows = [];
  const goals = [];
  for (const kind of ["ascii", "latin1"]) {
    const texts = compared.map((size) => makeText(kind, sizes[size]));
    for (const [name, run] of Object.entries(contenders)) {
      const runs = Object.fromEntries(compared.map((size, i) => [size, () => run(texts[i])]));
      prime(Object.values(runs));
      const result = race(runs, { budget: quick ? 200 : 1000 });
      rows.push([
        `${names[kind]}, ${name}`,
        time(result["10 KB"].ns),
        ...compared.slice(1).map((size) => times(result[size].ratio)),
      ]);
      if (name === "Trimmer")
        goals.push(atMost(`time at 50 MB against 10 KB, ${names[kind]}`, result["50 MB"].ratio, 1.5));
    }
  }
  printTable(["", ...compared], rows);
  return goals;
}
