import { scaleLinear } from "d3-scale";
import { area, type SeriesPoint, stack } from "d3-shape";
import { described } from "../stats/summary.js";
import type { ConversationStats } from "../stats/types.js";
import { compact } from "../text.js";
import { KINDS, type Kind } from "../words.js";
import type { Frame } from "./bar.js";

type Growing = Pick<ConversationStats, "timeline" | "messages" | "size" | "parts">;

/** How a conversation grew, by kinds of chars, in as much room as there is. */
export function GrowthChart({ stats }: { readonly stats: ConversationStats }) {
  // The second picture is the same for other screens.
  const chart = (name: string, width: number, height: number) => (
    <svg class={name} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={described(stats)}>
      <GrowthAreas stats={stats} x={48} y={10} width={width - 56} height={height - 50} />
    </svg>
  );
  return (
    <figure class="v-growth">
      {chart("v-wide", 660, 300)}
      {chart("v-narrow", 340, 240)}
    </figure>
  );
}

/** Stacked areas over the messages, with axes, inside a picture. */
export function GrowthAreas({ stats, x, y, width, height }: Frame & { readonly stats: Growing }) {
  const { timeline, messages, size, parts } = stats;
  const across = scaleLinear([0, Math.max(messages, 1)], [x, x + width]);
  const up = scaleLinear([0, Math.max(size.chars, 1)], [y + height, y]);
  const edges = [0, ...timeline.map(({ to }) => to)];
  const kinds = KINDS.filter((kind) => parts[kind] > 0);
  const layers = stack<unknown, Record<Kind, number>, Kind>().keys(kinds)(sumsOf(timeline));
  const shape = area<SeriesPoint<unknown>>()
    .x((_, edge) => across(edges[edge] ?? 0))
    .y0(([from]) => up(from))
    .y1(([, to]) => up(to))
    .digits(1);
  const floor = y + height;
  return (
    <>
      {size.chars > 0 &&
        up.ticks(4).map((chars) => (
          <>
            <path class="v-grid" d={`M${x} ${round(up(chars))}h${width}`} />
            <text class="v-axis v-end" x={x - 8} y={round(up(chars)) + 4}>
              {compact(chars)}
            </text>
          </>
        ))}
      {layers.map((layer) => (
        <path class={`k-${layer.key}`} d={shape(layer) ?? ""} />
      ))}
      <path class="v-base" d={`M${x} ${floor}h${width}`} />
      {across
        .ticks(5)
        .filter((message) => Number.isInteger(message) && message > 0 && message <= messages)
        .map((message) => (
          <text class="v-axis v-mid" x={round(across(message))} y={floor + 18}>
            {compact(message)}
          </text>
        ))}
      <text class="v-axis v-end" x={x + width} y={floor + 34}>
        messages
      </text>
    </>
  );
}

const round = (number: number) => Math.round(number * 10) / 10;

/** Chars by kind at the start, and behind each bin. */
function sumsOf(timeline: Growing["timeline"]): Record<Kind, number>[] {
  const sums = { results: 0, arguments: 0, assistant: 0, thinking: 0, user: 0, system: 0, media: 0, other: 0 };
  const behind = timeline.map(({ chars }) => {
    for (const kind of KINDS) sums[kind] += chars[kind];
    return { ...sums };
  });
  return [{ results: 0, arguments: 0, assistant: 0, thinking: 0, user: 0, system: 0, media: 0, other: 0 }, ...behind];
}
