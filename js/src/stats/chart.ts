// The charts as SVG, for the page and the picture. Classes name the colours: `k-results`, `k-arguments` and so on.

import { compact } from "tooltrim-view/text";
import { KINDS } from "./timeline.js";
import type { ConversationStats } from "./types.js";

const round = (number: number) => Math.round(number * 10) / 10;

/** Returns round steps for an axis up to `most`, at most five. */
export function ticks(most: number): number[] {
  if (most <= 0) return [];
  const power = 10 ** Math.floor(Math.log10(most / 4));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => most / size <= 4.5) ?? most;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, at) => at * step);
}

export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the growth of a conversation as stacked areas over the messages, with axes. */
export function growthChart({ timeline, messages, size }: ConversationStats, { x, y, width, height }: Frame): string {
  const kinds = KINDS.filter((kind) => timeline.some(({ chars }) => chars[kind] > 0));
  const most = Math.max(size.chars, 1);
  const across = (message: number) => round(x + (message / Math.max(messages, 1)) * width);
  const up = (chars: number) => round(y + height - (chars / most) * height);

  const grid = ticks(most).map(
    (chars) =>
      `<path class="grid" d="M${x} ${up(chars)}h${width}"/><text class="axis end" x="${x - 8}" y="${up(chars) + 4}">${compact(chars)}</text>`,
  );
  const sums = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<(typeof KINDS)[number], number>;
  /** For each bin's end, the top of each kind in the stack. */
  const tops: number[][] = [kinds.map(() => 0)];
  for (const { chars } of timeline) {
    let top = 0;
    tops.push(
      kinds.map((kind) => {
        sums[kind] += chars[kind];
        top += sums[kind];
        return top;
      }),
    );
  }
  const edges = [0, ...timeline.map(({ to }) => to)].map(across);
  const line = (kind: number) => edges.map((at, bin) => `${at} ${up(tops[bin]?.[kind] ?? 0)}`);
  const floor = [`${x + width} ${y + height}`, `${x} ${y + height}`].reverse();
  const areas = kinds.map((kind, at) => {
    const below = at === 0 ? floor : line(at - 1);
    return `<path class="k-${kind}" d="M${[...line(at), ...below.reverse()].join("L")}Z"/>`;
  });
  const marks = ticks(messages).filter((at) => Number.isInteger(at) && at > 0);
  const axis = marks.map(
    (at) => `<text class="axis mid" x="${across(at)}" y="${y + height + 18}">${compact(at)}</text>`,
  );
  return [
    ...grid,
    ...areas,
    `<path class="base" d="M${x} ${y + height}h${width}"/>`,
    ...axis,
    `<text class="axis end" x="${x + width}" y="${y + height + 34}">messages</text>`,
  ].join("\n");
}

/** A share of a bar. */
export interface Part {
  readonly name: string;
  readonly value: number;
}

/** Returns one bar whose parts fill its width. */
export function stackedBar(parts: readonly Part[], all: number, { x, y, width, height }: Frame): string {
  let at = 0;
  return parts
    .map(({ name, value }) => {
      const [from, to] = [x + (at / all) * width, x + ((at + value) / all) * width];
      at += value;
      return `<rect class="${name}" x="${round(from)}" y="${y}" width="${round(Math.max(to - from, 0))}" height="${height}"/>`;
    })
    .join("\n");
}
