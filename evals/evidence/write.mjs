// docs/evidence.md out of what was measured.

import { elsewhere } from "./claims-quality.mjs";

const cellOf = (text) => text.replaceAll("|", "\\|").replaceAll("\n", " ");
const row = (cells) => `| ${cells.map(cellOf).join(" | ")} |`;
const table = (head, rows) => [row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n");

/** `verdict` of a claim that was measured. */
const said = { true: "holds", false: "**differs**", busy: "too busy to tell", undefined: "–" };

const linkOf = (file) => `[${file.replace(/^docs\//, "")}](${file.startsWith("docs/") ? file.slice(5) : `../${file}`})`;

export function page({ rows, losses, peers, machine, load, full, data, rivals }) {
  const part = (title, own) =>
    `## ${title}\n${table(
      ["claim", "in", "measured here", "", "shown by"],
      own.map(({ claim, file, result, missing, holds, id }) => [
        claim,
        linkOf(file),
        missing ? `not run here: ${missing}` : result,
        missing ? "" : said[String(holds)],
        `\`${id}\``,
      ]),
    )}`;
  const commands = new Map(rows.map(({ id, command, about }) => [id, [`\`${id}\``, `\`${command}\``, about]]));
  return `# Evidence
Each claim of [README.md](../README.md) and of these pages that has a number or a comparison, and what a run of it gave. \`npm run evidence\` writes this
page anew on your machine: with invented sessions if you have none, with recorded ones if \`TOOLTRIM_FIXTURES\` names a folder of them
([how to get them](../evals/README.md#data-for-everyone)). \`--full\` runs all of it, which takes half an hour.

- **This run**: ${full ? "`--full`" : "the quick form"} on ${machine}; ${load}.
- **Data**: ${data}.
- **Rivals**: ${rivals}.
- In brackets stand 95 % intervals: 2,000 resamples of sessions, of tools or of conversations, with a fixed seed. *holds*: within half a point of
  what the page says where data is the same, within a factor of two for times; *too busy to tell*: outside of that, on a machine whose processors others used as well. *–*: other data, so nothing is
  compared. *not run here*: see why;
  no older number stands in for it.

${part(
  "What is kept",
  rows.filter(({ kind }) => kind === "quality"),
)}

${part(
  "Time, memory, size",
  rows.filter(({ kind }) => kind === "speed"),
)}

## Beside what one would use instead
${peersOf(peers)}

## Cases we lose
Cases in which another one keeps at least half a point more than we do, with the worst of them. *Ours less theirs* is a mean by session,
with its interval: where that includes 0 the two cannot be told apart.

${losses.length === 0 ? "Nothing was compared in this run." : losses.map(lossesOf).join("\n\n")}

## Shown elsewhere
${table(
  ["claim", "in", "shown by"],
  elsewhere.map(({ claim, file, command }) => [claim, linkOf(file), command ? `\`${command}\`` : "no command yet"]),
)}

[Decisions](decisions.md) are records: each has the numbers of the day on which something was chosen, and they are not measured again.

## Commands
${table(["", "command", "data"], [...commands.values()])}
`;
}

function lossesOf({ title, tables }) {
  const [first, worst] = tables;
  const list = [`**${title}**\n`, table(["against", ...first.head.slice(1)], first.rows)];
  if (worst) list.push("", table(["the worst", "case", "ours", "theirs"], worst.rows));
  return list.join("\n");
}

function peersOf({ tables, missing, command } = {}) {
  if (tables === undefined) return `Not run here: ${missing}.`;
  const parts = tables.map(({ heading, note, head, rows }) => {
    const filled = head.map((_, at) => rows.some((row) => row[at] !== ""));
    const only = (cells) => cells.filter((_, at) => filled[at]);
    return `**${heading.replace(/^peers: /, "")}**: ${note}\n\n${table(only(head), rows.map(only))}`;
  });
  return `\`${command}\`; the rules of Codex, Gemini CLI, Cline and opencode are reimplemented from their behaviour.\n\n${parts.join("\n\n")}`;
}
