import type { ComponentChildren } from "preact";
import { Parts } from "../components/bar.js";
import { GrowthAreas } from "../components/growth-chart.js";
import { described, shareOf, summaryOf } from "../stats/summary.js";
import type { ConversationStats } from "../stats/types.js";
import css from "../styles/picture.css?inline";
import { compact, grouped, percent, shortened, visible } from "../text.js";
import { KIND_NAMES, kindsOf } from "../words.js";
import { markup } from "./document.js";

const WIDTH = 960;
const EDGE = 28;
/** Height of a row of bars. */
const ROW = 26;
const TOOLS = 6;
/** Where the bars begin. */
const TOP = 396;

/** Returns stats as one picture. */
export function statsSvg(stats: ConversationStats, { title = "What takes the room" }: { title?: string } = {}): string {
  const rows = Math.max(Math.min(stats.tools.length, TOOLS), stats.savings.length, 1);
  const height = TOP + rows * ROW + 44;
  const { tokens, chars } = stats.size;
  const svg = markup(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${WIDTH} ${height}`}
      width={WIDTH}
      height={height}
      role="img"
      aria-labelledby="t d"
    >
      <title id="t">{visible(title)}</title>
      <desc id="d">{`${summaryOf(stats)}. ${described(stats)}`}</desc>
      <style dangerouslySetInnerHTML={{ __html: css }} />
      <rect class="paper" width={WIDTH} height={height} rx={10} />
      <Label x={EDGE} y={44} name="title">
        {shortened(visible(title), 70)}
      </Label>
      <Label x={EDGE} y={66} name="soft">
        {`${summaryOf(stats)} · ${compact(tokens)} tokens, ${grouped(chars)} chars`}
      </Label>
      <GrowthAreas stats={stats} x={EDGE + 44} y={92} width={560} height={220} />
      <Legend stats={stats} />
      <Tools stats={stats} />
      <Savings stats={stats} />
    </svg>,
  );
  // What ends CDATA may not stand in a text of XML, and HTML does not mind it.
  return `${svg.replaceAll("]]>", "]]&gt;")}\n`;
}

interface LabelProps {
  readonly x: number;
  readonly y: number;
  readonly name?: string;
  readonly children: ComponentChildren;
}

const Label = ({ x, y, name, children }: LabelProps) => (
  <text x={x} y={y} class={name}>
    {children}
  </text>
);

const Square = ({ x, y, name }: Omit<LabelProps, "children">) => (
  <rect class={name} x={x} y={y - 10} width={11} height={11} rx={3} />
);

interface StatsProps {
  readonly stats: ConversationStats;
}

function Legend({ stats }: StatsProps) {
  return (
    <>
      {kindsOf(stats.parts).map(({ kind, chars }, at) => {
        const y = 112 + at * ROW;
        return (
          <>
            <Square x={672} y={y} name={`k-${kind}`} />
            <Label x={692} y={y}>
              {KIND_NAMES[kind]}
            </Label>
            <Label x={866} y={y} name="v-end soft">
              {compact(chars)}
            </Label>
            <Label x={WIDTH - EDGE} y={y} name="v-end">
              {shareOf(stats, chars)}
            </Label>
          </>
        );
      })}
    </>
  );
}

function Tools({ stats: { tools } }: StatsProps) {
  const most = Math.max(...tools.map(({ chars }) => chars), 1);
  return (
    <>
      <Label x={EDGE} y={TOP} name="head">
        By tool
      </Label>
      <Square x={EDGE + 150} y={TOP} name="s-stale" />
      <Label x={EDGE + 168} y={TOP} name="soft">
        out of date
      </Label>
      {tools.length === 0 && (
        <Label x={EDGE} y={TOP + 28} name="soft">
          No calls.
        </Label>
      )}
      {tools.slice(0, TOOLS).map(({ name, chars, staleChars, share }, at) => {
        const y = TOP + 28 + at * ROW;
        const parts = [
          { name: "s-used", value: chars - staleChars },
          { name: "s-stale", value: staleChars },
        ];
        return (
          <>
            {/* A text that ends where its room does: an inner picture clips what is in it. */}
            <svg x={EDGE} y={y - 15} width={140} height={20} aria-hidden="true">
              <Label x={0} y={15}>
                {shortened(visible(name), 20)}
              </Label>
            </svg>
            <Parts parts={parts} all={most} x={EDGE + 150} y={y - 10} width={220} height={11} />
            <Label x={446} y={y} name="v-end">
              {percent(share)}
            </Label>
          </>
        );
      })}
    </>
  );
}

function Savings({ stats: { savings } }: StatsProps) {
  const x = 500;
  return (
    <>
      <Label x={x} y={TOP} name="head">
        If compacted
      </Label>
      {savings.length === 0 && (
        <Label x={x} y={TOP + 28} name="soft">
          There is nothing to compact.
        </Label>
      )}
      {savings.map(({ share, saved, after }, at) => {
        const y = TOP + 28 + at * ROW;
        const parts = [
          { name: "s-used", value: 1 - saved },
          { name: "s-rest", value: saved },
        ];
        return (
          <>
            <Label x={x} y={y}>{`to ${percent(share)}`}</Label>
            <Parts parts={parts} all={1} x={x + 70} y={y - 10} width={170} height={11} />
            <Label x={x + 352} y={y} name="v-end soft">{`${compact(after.chars)} chars`}</Label>
            <Label x={WIDTH - EDGE} y={y} name="v-end">{`−${percent(saved)}`}</Label>
          </>
        );
      })}
    </>
  );
}
