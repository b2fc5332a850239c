import { compact, escaped, grouped, percent, shortened } from "tooltrim-view/text";
import { growthChart, stackedBar } from "./chart.js";
import { CHART_RULES, SANS, themes } from "./page-style.js";
import type { ConversationStats } from "./types.js";
import { described, KIND_NAMES, partsOf, summaryOf } from "./words.js";

const WIDTH = 960;
const EDGE = 28;
/** Height of a row of bars. */
const ROW = 26;
const TOOLS = 6;

const STYLE = `${themes("svg")}
text{font:13px ${SANS};fill:var(--ink)}
.paper{fill:var(--paper)}.title{font-size:22px;font-weight:650}.head{font-weight:650;font-size:14px}.soft{fill:var(--soft)}
.in-use{fill:var(--accent)}.stale{fill:var(--stale)}.rest{fill:var(--line)}
${CHART_RULES}`;

/** Returns stats as one picture. */
export function statsSvg(stats: ConversationStats, { title = "What takes the room" }: { title?: string } = {}): string {
  const rows = Math.max(Math.min(stats.tools.length, TOOLS), stats.savings.length, 1);
  const height = 392 + rows * ROW + 48;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="t d">`,
    `<title id="t">${escaped(title)}</title><desc id="d">${escaped(`${summaryOf(stats)}. ${described(stats)}`)}</desc>`,
    `<style>${STYLE}</style><rect class="paper" width="${WIDTH}" height="${height}" rx="10"/>`,
    text(EDGE, 44, shortened(title, 70), "title"),
    text(
      EDGE,
      66,
      `${summaryOf(stats)} · ${compact(stats.size.tokens)} tokens, ${grouped(stats.size.chars)} chars`,
      "soft",
    ),
    growthChart(stats, { x: EDGE + 44, y: 92, width: 560, height: 220 }),
    legend(stats),
    tools(stats),
    savings(stats),
    "</svg>\n",
  ].join("\n");
}

function text(x: number, y: number, content: string, names = ""): string {
  return `<text x="${x}" y="${y}"${names && ` class="${names}"`}>${escaped(content)}</text>`;
}

/** A text that ends where its room does: an inner picture clips what is in it. */
function clipped(x: number, y: number, width: number, content: string): string {
  return `<svg x="${x}" y="${y - 15}" width="${width}" height="20">${text(0, 15, shortened(content, 20))}</svg>`;
}

function legend(stats: ConversationStats): string {
  const all = Math.max(stats.size.chars, 1);
  return partsOf(stats)
    .map(({ kind, chars }, at) => {
      const y = 112 + at * ROW;
      return [
        `<rect class="k-${kind}" x="672" y="${y - 10}" width="11" height="11" rx="3"/>`,
        text(692, y, KIND_NAMES[kind]),
        text(866, y, compact(chars), "end soft"),
        text(WIDTH - EDGE, y, percent(chars / all), "end"),
      ].join("");
    })
    .join("\n");
}

const TOP = 396;

function tools({ tools }: ConversationStats): string {
  const most = Math.max(...tools.map(({ chars }) => chars), 1);
  const rows = tools.slice(0, TOOLS).map(({ name, chars, staleChars, share }, at) => {
    const y = TOP + 28 + at * ROW;
    const frame = { x: EDGE + 150, y: y - 10, width: 220, height: 11 };
    const parts = [
      { name: "in-use", value: chars - staleChars },
      { name: "stale", value: staleChars },
    ];
    return [clipped(EDGE, y, 140, name), stackedBar(parts, most, frame), text(446, y, percent(share), "end")].join("");
  });
  return [
    text(EDGE, TOP, "By tool", "head"),
    `<rect class="stale" x="${EDGE + 150}" y="${TOP - 10}" width="11" height="11" rx="3"/>`,
    text(EDGE + 168, TOP, "out of date", "soft"),
    ...(rows.length > 0 ? rows : [text(EDGE, TOP + 28, "No calls.", "soft")]),
  ].join("\n");
}

function savings({ savings }: ConversationStats): string {
  const x = 500;
  const rows = savings.map(({ share, saved, after }, at) => {
    const y = TOP + 28 + at * ROW;
    const parts = [
      { name: "in-use", value: 1 - saved },
      { name: "rest", value: saved },
    ];
    return [
      text(x, y, `to ${percent(share)}`),
      stackedBar(parts, 1, { x: x + 70, y: y - 10, width: 170, height: 11 }),
      text(x + 352, y, `${compact(after.chars)} chars`, "end soft"),
      text(WIDTH - EDGE, y, `−${percent(saved)}`, "end"),
    ].join("");
  });
  const none = text(x, TOP + 28, "There is nothing to compact.", "soft");
  return [text(x, TOP, "If compacted", "head"), ...(rows.length > 0 ? rows : [none])].join("\n");
}
