// A picture without styles of its own, so that no page has to allow them.

/** A part of a bar; `name` is a class of chart.css. */
export interface Part {
  readonly name: string;
  readonly value: number;
}

/** Units that a bar is drawn in. */
const WIDTH = 1000;
const HEIGHT = 10;

interface BarProps {
  readonly parts: readonly Part[];
  readonly all: number;
  /** True if what is left of `all` is no part of the picture. */
  readonly isOpen?: boolean;
}

/** A bar whose parts are shares of `all`. Figures stand beside it, so nobody has to be told about it. */
export function Bar({ parts, all, isOpen = false }: BarProps) {
  return (
    <svg
      class={isOpen ? "v-bar" : "v-bar v-track"}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <Parts parts={parts} all={all} x={0} y={0} width={WIDTH} height={HEIGHT} />
    </svg>
  );
}

export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface PartsProps extends Frame {
  readonly parts: readonly Part[];
  readonly all: number;
}

/** The parts of a bar in a picture. */
export function Parts({ parts, all, x, y, width, height }: PartsProps) {
  const across = (value: number) => Math.round(Math.min(Math.max(value / Math.max(all, 1e-9), 0), 1) * width * 10) / 10;
  let at = 0;
  return (
    <>
      {parts.map(({ name, value }) => {
        const from = across(at);
        at += value;
        return <rect class={name} x={x + from} y={y} width={Math.max(across(at) - from, 0)} height={height} />;
      })}
    </>
  );
}
