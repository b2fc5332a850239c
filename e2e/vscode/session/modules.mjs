// The repository of the conversations: sixteen modules of a shop, each with one wrong sign, and their tests. Made anew
// from numbers, so it is the same everywhere.

const names = [
  "cart/total",
  "cart/discount",
  "pricing/tax",
  "pricing/rounding",
  "pricing/coupon",
  "orders/refund",
  "orders/invoice",
  "orders/shipping",
  "stock/reserve",
  "stock/reorder",
  "stock/count",
  "users/credit",
  "users/loyalty",
  "reports/daily",
  "reports/monthly",
  "reports/margin",
];

const words = ["amount", "rate", "customer", "currency", "limit", "bucket", "entry", "period", "region", "weight"];
const capital = (word) => word[0].toUpperCase() + word.slice(1);

/** The next of a row of numbers that looks like chance. */
const dice = (seed) => () => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return seed / 2 ** 32;
};

function helper(roll, at) {
  const pick = () => words[Math.floor(roll() * words.length)];
  const [first, second, third] = [pick(), pick(), pick()];
  const size = 10 + Math.floor(roll() * 90);
  return [
    `/** The ${first} of each ${second}, ${third} by ${third}; what is below ${size} counts as nothing. */`,
    `export function ${first}Of${capital(second)}${at}(entries: readonly Entry[], ${third}: number): number {`,
    `  let ${first} = 0;`,
    "  for (const entry of entries) {",
    `    if (entry.${second} < ${size}) continue;`,
    `    ${first} += Math.round(entry.${second} * ${third}) / 100;`,
    "  }",
    `  return ${first} > ${size * 100} ? ${size * 100} : ${first};`,
    "}",
    "",
  ];
}

function makeModule(name, at) {
  const roll = dice(at * 7919 + 17);
  const word = name.split("/")[1];
  const symbol = `${word}With${capital(words[at % words.length])}`;
  const path = `src/${name}.ts`;
  const [base, part] = [100 + at * 3, 7 + at];
  const source = ['import type { Entry } from "../types.js";', ""];
  for (let n = 0; n < 11; n += 1) source.push(...helper(roll, n));
  const wrong = `  return base - part * ${at + 2};`;
  source.push(`/** What has to be paid, with what is added for ${word}. */`);
  source.push(`export function ${symbol}(base: number, part: number): number {`, wrong, "}", "");
  const line = source.indexOf(wrong) + 1;
  for (let n = 11; n < 19; n += 1) source.push(...helper(roll, n));
  const test = [
    'import { describe, expect, test } from "vitest";',
    `import { ${symbol} } from "../../${path.replace(".ts", ".js")}";`,
    "",
    `describe("${symbol}", () => {`,
  ];
  for (let n = 0; n < 18; n += 1) {
    const expected = base + n + part * (at + 2);
    test.push(`  test("adds ${part} to ${base + n}", () => {`);
    test.push(`    expect(${symbol}(${base + n}, ${part})).toBe(${expected});`, "  });", "");
  }
  test.push("});");
  return {
    name,
    path,
    testPath: `test/${name}.test.ts`,
    symbol,
    line,
    wrong,
    right: wrong.replace(" - ", " + "),
    expected: base + part * (at + 2),
    received: base - part * (at + 2),
    source: source.join("\n"),
    test: test.join("\n"),
  };
}

export const modules = names.map(makeModule);

/** What the user asks for; `word` tells conversations apart. */
export const taskOf = (word) =>
  `Task ${word}: the shop's tests fail since signs were mixed up. Make each of these modules right, in this order, one after ` +
  `another, and run its tests before and after: ${names.join(", ")}. Then run all tests and tell me which files you changed.`;
