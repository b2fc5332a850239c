// One log: harmless lines, failures planted among them, and the truth that the generator writes down while it plants.
//
// A template gives pieces of text. Marks at the start of a line say what a person needs of it:
//     ▶  needed when it belongs to the first failure, or to the summary
//     ▷  needed of every distinct failure: its header
// ⟪ and ⟫ in such a line: only the part between them is needed (of a line too long to be kept whole).

import { paint } from "./paint.mjs";

const MARK = /^[▶▷]/u;

export function buildLog(parts, plan, random) {
  const lines = [];
  const truth = [];
  const blocks = [];

  const write = (text, needed) => {
    const from = lines.length + 1;
    for (const marked of text.split("\n")) {
      const isNeeded = MARK.test(marked) && needed(marked[0]);
      const plain = marked.replace(MARK, "");
      const part = /⟪(.*)⟫/u.exec(plain)?.[1];
      const line = plain.replace(/[⟪⟫]/gu, "");
      lines.push(line);
      if (isNeeded) truth.push({ line: lines.length, text: (part ?? line).trim(), part: part !== undefined });
    }
    return [from, lines.length];
  };
  const nothing = () => false;

  let size = 0;
  const fill = (until, one) => {
    // Chars of this stretch; the exact size of a log does not matter.
    while (size < until) {
      const isLong = random.chance(plan.longShare);
      const text = isLong ? longLine(random) : random.chance(plan.decoyShare) ? random.pick(parts.decoys)() : one();
      write(text, nothing);
      size += text.length + 1;
    }
  };

  if (parts.intro) write(parts.intro, nothing);
  const steps = placeBlocks(parts.blocks, plan, random);
  for (const { block, at, copy, first } of steps) {
    fill(plan.size * at, at <= plan.at ? parts.before : (parts.after ?? parts.before));
    const needed = copy ? nothing : (mark) => first || mark === "▷";
    blocks.push(write(block, needed));
    size += block.length;
  }
  fill(plan.size, parts.after ?? parts.before);
  if (parts.outro) blocks.push(write(parts.outro, () => true));
  for (let line = 0; line < plan.trailer; line += 1) write(trailerLine(random, line), nothing);

  return { text: finish(lines, plan), truth, blocks, lines: lines.length };
}

/** Distinct failures from `plan.at` on, copies of them in between; at the very end all stand together. */
function placeBlocks(given, plan, random) {
  const places = given.map((block, index) => ({ block, index, copy: false }));
  for (let copy = 0; copy < plan.repeats; copy += 1) {
    const index = random.int(0, given.length - 1);
    places.push({ block: given[index], index, copy: true });
  }
  const room = Math.max(0, 0.985 - plan.at);
  return places
    .map((place) => {
      // A copy always follows the failure it repeats.
      const own = plan.at + (plan.spread ? (room * place.index) / given.length : 0);
      const at = place.copy ? own + (0.985 - own) * random.next() : own;
      return { ...place, at, first: place.index === 0 };
    })
    .sort((a, b) => a.at - b.at || a.copy - b.copy || a.index - b.index);
}

function trailerLine(random, line) {
  const artifact = `${random.path("-")}.${random.pick(["json", "xml", "html", "log"])}`;
  return random.pick([
    `Post job cleanup: step ${line + 1}`,
    `Uploading reports/${artifact} (${random.int(1, 900)} KB)`,
    `Cache saved with key: linux-x64-${random.hex(16)}`,
    `[command]/usr/bin/git config --local --unset-all core.${random.stem()}`,
    `Artifact error-report-${line} uploaded (0 entries)`,
    `Finished post step ${random.snake()}: 0 errors, 0 warnings`,
  ]);
}

/** A bundle, a JSON dump or a base64 blob in a log: one line of some KB without importance. */
function longLine(random) {
  const kind = random.int(0, 2);
  const some = (one) => Array.from({ length: random.int(60, 240) }, one).join(kind === 1 ? "," : "");
  if (kind === 0) return `inlined: data:font/woff2;base64,${some(() => random.hex(24))}`;
  if (kind === 1) return `payload: {"items":[${some(() => `{"id":${random.int(1, 9e6)},"error":null}`)}]}`;
  return some(() => `function ${random.verb()}(t,e){return t.${random.stem()}(e,${random.int(0, 99)})};`);
}

function finish(lines, plan) {
  const end = plan.crlf ? "\r\n" : "\n";
  return (plan.ansi ? lines.map(paint) : lines).join(end) + end;
}
