// Words and texts of long-session.mjs.

export const nouns = [
  "cart",
  "invoice",
  "refund",
  "voucher",
  "parcel",
  "supplier",
  "price",
  "stock",
  "order",
  "customer",
];
export const verbs = ["convert", "split", "merge", "settle", "reserve", "reprice", "archive"];

const steps = [
  "const lines = order.lines.filter((line) => line.quantity > 0);",
  "const rate = await rates.of(order.currency, order.placedAt);",
  "if (lines.length === 0) throw new EmptyOrderError(order.id);",
  "const taxed = lines.map((line) => ({ ...line, tax: taxOf(line, order.country) }));",
  'logger.debug({ order: order.id, lines: lines.length }, "converting");',
  "// A voucher counts once per customer, however many lines it is on.",
  "const total = taxed.reduce((sum, line) => sum + line.net + line.tax, 0);",
  'await outbox.put({ topic: "orders.converted", key: order.id, total });',
];

/** The source of a module, of so many lines. */
export function codeOf(below, name, lines) {
  const body = Array.from({ length: lines }, (_, at) => {
    if (at % 14 === 0)
      return `\n/** Step ${at / 14 + 1} of ${name}. */\nexport async function step${at / 14 + 1}(order: Order, rates: Rates) {`;
    if (at % 14 === 13) return "  return round(total * rate);\n}";
    return `  ${steps[below(steps.length)]}`;
  });
  return `import { round, sum } from "../money.js";\nimport type { Order, Rates } from "../types.js";\n${body.join("\n")}\n`;
}

/** Hits of a search, or the files of a folder. */
export const listing = (below, word, lines) =>
  Array.from(
    { length: lines },
    () =>
      `src/${nouns[below(nouns.length)]}/${verbs[below(verbs.length)]}.ts:${1 + below(400)}:  ${word}(${steps[below(steps.length)].slice(0, 50)}`,
  ).join("\n");

/** What a test runner writes. */
export function testRun(below, { name, spec, failed, count }) {
  const lines = Array.from(
    { length: count },
    (_, at) =>
      ` ✓ ${spec} > ${name} > ${verbs[below(verbs.length)]} a ${nouns[below(nouns.length)]} in ${1 + below(9)} currencies, case ${at + 1} ${below(40)}ms`,
  );
  const failure = [
    ` × ${spec} > ${name} > rounds once, at the end ${below(40)}ms`,
    `   → expected ${1000 + below(900)}.${10 + below(89)} to be ${1000 + below(900)}.${10 + below(89)} // Object.is equality`,
    `     at ${spec}:${10 + below(200)}:7`,
  ];
  if (failed > 0) lines.splice(Math.floor(count * 0.4), 0, ...failure);
  const summary =
    failed > 0
      ? ` Tests  ${failed} failed | ${count} passed (${count + failed})`
      : ` Tests  ${count} passed (${count})`;
  return `\n RUN  v3.2.4 /srv/shop\n\n${lines.join("\n")}\n\n${summary}\n Duration  ${1 + below(9)}.${below(99)}s\n${failed > 0 ? "exit code 1" : ""}`;
}
