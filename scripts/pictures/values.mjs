// What the two layers and the total leave of a tool's result: a bar for each field, step after step.

import { text as label, legend, number, picture, rect, WIDTH } from "./draw.mjs";

const MARGIN = 20;
const NAMES = 92;
const COLUMN = (WIDTH - 2 * MARGIN - NAMES) / 4;
const TOP = 140;
const ROW = 26;
const BAR = 12;
const LONGEST = 136;

const TOTAL = 16_000;

/** The steps, each of which takes what the one before has left. */
const stepsWith = ({ trimValue, truncateStringToBytes: cut }) => [
  {
    name: "layer 1",
    what: "limits of each field",
    call: "truncateStringToBytes(…)",
    run: ({ posts, ...rest }) => ({
      ...rest,
      posts: posts.slice(0, 10).map((post) => ({ ...post, snippet: cut(post.snippet, 500), body: cut(post.body) })),
    }),
  },
  {
    name: "layer 2",
    what: "the last checkpoint",
    call: "trimValue(value)",
    run: (value) => trimValue(value).value,
  },
  {
    name: "the total",
    what: "of the whole answer",
    call: `{ maxTotalBytes: ${TOTAL} }`,
    run: (value) => trimValue(value, { maxTotalBytes: TOTAL }).value,
  },
];

/** `text` is JSON with a list `posts`. */
export function layersPicture(library, { name, text }) {
  const value = JSON.parse(text);
  const steps = stepsWith(library);
  const states = [value];
  for (const { run } of steps) states.push(run(states.at(-1)));
  const fields = Object.keys(value);
  const sizes = states.map((state) => fields.map((field) => bytesOf(state[field])));
  const totals = states.map(bytesOf);
  const rows = fields.map((field, index) => ({ field, sizes: sizes.map((all) => all[index]) }));
  rows.push({ field: "in all", sizes: totals, isTotal: true });
  const columns = [{ name: "the tool returns", what: "its result, as JSON", call: name }, ...steps];
  return picture({
    height: TOP + rows.length * ROW + 24 + MARGIN,
    title: `${name}: its fields after each layer`,
    description: `Of ${totals.map((bytes) => `${number(bytes)} bytes`).join(", then ")} are left.`,
    body: [
      label(MARGIN, 28, `${name}: bytes of each field`, "label title"),
      legend(WIDTH - MARGIN, 28, [
        ["omitted", "cut by this step"],
        ["kept", "left"],
      ]),
      ...columns.map((column, index) => head(left(index), column)),
      ...rows.map((row, index) => bars(TOP + index * ROW + (row.isTotal ? 16 : 0), row, totals[0])),
    ],
  });
}

const left = (index) => MARGIN + NAMES + index * COLUMN;

function head(x, { name, what, call }) {
  return [
    rect(x, 46, COLUMN - 12, 64, "sheet"),
    label(x + 10, 66, name, "label title"),
    label(x + 10, 83, what, "label soft"),
    label(x + 10, 101, call),
  ];
}

/** One field: what is left of it in each step, in front of what it was before. */
function bars(y, { field, sizes, isTotal }, most) {
  const width = (bytes) => (bytes === 0 ? 0 : Math.max(1, Math.round((LONGEST * bytes) / most)));
  const columns = sizes.flatMap((bytes, index) => {
    const before = sizes[index - 1] ?? bytes;
    return [
      ...(before > bytes ? [rect(left(index), y, width(before), BAR, "f-omitted")] : []),
      rect(left(index), y, width(bytes), BAR, "f-kept"),
      label(left(index + 1) - 14, y + BAR - 2, number(bytes), `end${before > bytes || isTotal ? " title" : " soft"}`),
    ];
  });
  return [label(MARGIN, y + BAR - 2, field, isTotal ? "title" : ""), ...columns];
}

function bytesOf(value) {
  return value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value));
}
