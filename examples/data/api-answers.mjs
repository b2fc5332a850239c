// Writes api-issues.json, api-search.json and api-report.json: invented answers, of the shapes and sizes that real ones
// have.
//
//     node examples/data/api-answers.mjs              writes them next to this file
//     import { answers } from "./api-answers.mjs"     { "api-issues.json": text, … }

import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { chart } from "./api-chart.mjs";
import { authors, endings, findings, logs, notes, products, questions, steps, tables } from "./api-texts.mjs";

/** The same numbers on every machine. */
function dice(seed) {
  let state = seed;
  const below = (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const pick = (list) => list[below(list.length)];
  const some = (list, count) => {
    const rest = [...list];
    return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(below(rest.length), 1)[0]);
  };
  return { below, pick, some };
}

const time = (minutes) => new Date(Date.UTC(2026, 1, 1) + minutes * 60_000).toISOString().replace(".000Z", "Z");

/** A number as it is to be written: ids beyond 2^53 and decimals such as `1.50` are no JavaScript numbers. */
const digits = (text) => `\u0000${text}\u0000`;
const asWritten = (json) => json.replace(/"\\u0000([^"]*?)\\u0000"/g, "$1");

/** JSON as PHP writes it by default: slashes and all that is not ASCII escaped. */
function escapedJson(value) {
  const code = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return asWritten(JSON.stringify(value))
    .replaceAll("/", "\\/")
    .replace(/[\u0080-\uffff]/g, code);
}

function user({ pick }) {
  const { login, name, id } = pick(authors);
  return { id: digits(id), login, name, url: `https://api.tracker.example.com/v4/users/${login}`, type: "User" };
}

function issueBody(random, created) {
  const { below, pick, some } = random;
  const parts = [`${pick(questions)} ${some(findings, 2 + below(3)).join(" ")}`];
  parts.push(
    `### Steps to reproduce\n\n${some(steps, 3 + below(3))
      .map((step, n) => `${n + 1}. ${step}`)
      .join("\n")}`,
  );
  if (below(3) > 0) parts.push(`### Environment\n\n${pick(tables)}`);
  const shown = Array.from({ length: 6 + below(6) ** 3 }, (_, n) => pick(logs)(time(created - 60 + n), n));
  if (below(4) > 0)
    parts.push(`<details><summary>Log</summary>\n\n\`\`\`text\n${shown.join("\n")}\n\`\`\`\n</details>`);
  parts.push(...some(notes, 1 + below(4)));
  parts.push(pick(endings));
  return parts.join("\n\n");
}

/** The first page of the issues of a project, as a tracker answers. */
function issues() {
  const random = dice(8);
  const { below, pick, some } = random;
  const labels = ["bug", "chart", "sync", "needs a log", "good first issue", "regression"];
  const items = Array.from({ length: 30 }, (_, n) => {
    const number = 2290 - 3 * n - below(3);
    const home = `https://tracker.example.com/harbour/plotter/issues/${number}`;
    const created = 40_000 - n * 900 - below(600);
    return {
      id: digits(String(9_007_199_254_740_993n + BigInt(n) * 1_000_003n)),
      number,
      url: home.replace("tracker", "api.tracker").replace("harbour", "v4/projects/harbour"),
      html_url: home,
      title: `${pick(products)}: ${pick(questions).split(". ")[0].toLowerCase()}`,
      state: below(4) ? "open" : "closed",
      author: user(random),
      labels: some(labels, below(4)).map((name, index) => ({
        id: 880_100 + index,
        name,
        color: "0075ca",
        description: null,
      })),
      assignees: below(3) ? [] : [user(random)],
      comments: below(40),
      score: digits((below(100) / 10).toFixed(2)),
      votes: { up: below(30), down: below(3), "🚀": below(5) },
      created_at: time(created),
      updated_at: time(created + below(5000)),
      body: issueBody(random, created),
    };
  });
  const next = "https://api.tracker.example.com/v4/projects/harbour/plotter/issues?page=2&per_page=30&sort=created";
  return escapedJson({
    total_count: 412,
    incomplete_results: false,
    items,
    links: { first: next.replace("page=2", "page=1"), next, last: next.replace("page=2", "page=14") },
    rate: { limit: 5000, remaining: 4987, cost: digits("1.0") },
  });
}

function passage({ below, pick, some }) {
  return [pick(questions), ...some(findings, 1 + below(4)), ...some(notes, below(3)), pick(endings)].join(" ");
}

/** Hits of a search, best first, with snippets, some with the page they are from, and counts by kind. */
function search() {
  const random = dice(21);
  const { below, pick } = random;
  let score = 18.75;
  const hits = Array.from({ length: 60 }, (_, n) => {
    const product = pick(products);
    const slug = `${product.toLowerCase().replace(/[^a-z]+/g, "-")}-${n}`;
    const text = passage(random);
    score *= 0.97;
    return {
      rank: n + 1,
      id: `doc:${slug}`,
      title: `${product} – ${pick(questions).split(".")[0]}`,
      url: `https://docs.harbour.example.org/${pick(["guide", "reference", "forum"])}/${slug}?ref=search`,
      score: digits((score + below(1000) / 1e9).toFixed(15)),
      snippet: Array.from(text)
        .slice(0, 160)
        .join("")
        .replace(/\b(chart|anchor|sync)\w*/gi, "<em>$&</em>"),
      highlights: [{ field: "body", from: below(200), to: 200 + below(200) }],
      ...(n % 3 === 0 && { text: Array.from({ length: 3 + below(5) }, () => passage(random)).join("\n\n") }),
      language: pick(["en", "en", "de", "ja"]),
      updated: time(below(90_000)),
    };
  });
  const facets = Object.fromEntries(
    products.map((name) => [name, { count: below(300), share: digits(`0.${below(90) + 10}`) }]),
  );
  return asWritten(
    JSON.stringify({
      query: "chart sync 海図",
      took_ms: digits("12.40"),
      hits,
      facets,
      next_page_token: "CDwQAA",
      total: 1873,
    }),
  );
}

/** What a research tool returned: posts, a chart as a data URI, a vector, a log, and the JSON text of another tool. */
function report() {
  const random = dice(34);
  const { below, pick } = random;
  const posts = Array.from({ length: 24 }, (_, n) => ({
    id: digits(String(9_100_000_000_000_000_001n + BigInt(n))),
    author: pick(authors).login,
    title: `${pick(products)}: ${pick(questions)}`,
    snippet: passage(random),
    body: Array.from({ length: 1 + below(9) }, () => passage(random)).join("\n\n"),
    score: below(900),
  }));
  const log = Array.from({ length: 160 }, (_, n) => pick(logs)(time(n), n)).join("\n");
  const tides = Array.from({ length: 48 }, (_, hour) => ({
    hour,
    metres: digits((2 + Math.round(180 * Math.sin(hour / 2)) / 100).toFixed(2)),
  }));
  return asWritten(
    JSON.stringify({
      query: "How do skippers keep their charts in sync?",
      summary: Array.from({ length: 3 }, () => passage(random)).join("\n\n"),
      posts,
      chart: `data:image/png;base64,${chart(tides.length).toString("base64")}`,
      vector: Array.from({ length: 768 }, () => digits((below(2_000_000) / 1e6 - 1).toFixed(6))),
      tides: asWritten(JSON.stringify({ station: "Harbour mouth", tides })),
      log,
    }),
  );
}

export const answers = { "api-issues.json": issues(), "api-search.json": search(), "api-report.json": report() };

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const [file, text] of Object.entries(answers)) {
    writeFileSync(new URL(file, import.meta.url), text);
    console.log(`${file}: ${Buffer.byteLength(text)} bytes`);
  }
}
