// The modules of a small shop. Each has one mistake, and tests that find it.
import { currencies, holidays, products, rates, series, shelves, tiers, zones } from "./rows.mjs";

/**
 * @typedef {object} Module
 * @property {string} name of the file
 * @property {string} about
 * @property {string} table the name of its table
 * @property {string} rows
 * @property {string} key what a row is known by
 * @property {string} subject the function with the mistake
 * @property {string} code
 * @property {readonly string[]} cases what `subject` has to be given, and what it has to answer
 */

/** @type {readonly Module[]} */
export const modules = [
  {
    name: "cart",
    about: "The lines of a cart, and what they come to.",
    table: "products",
    rows: products,
    key: "sku",
    subject: "totalOf",
    code: `/** The sum of a cart: each line has a price in cents and a count. */
export function totalOf(lines) {
  let cents = 0;
  for (let at = 1; at < lines.length; at += 1) {
    cents += lines[at].cents * lines[at].count;
  }
  return cents;
}`,
    cases: [
      "[[]], 0",
      "[[{ cents: 250, count: 2 }]], 500",
      "[[{ cents: 100, count: 1 }, { cents: 30, count: 3 }]], 190",
    ],
  },
  {
    name: "discount",
    about: "What a customer saves from a certain sum on.",
    table: "tiers",
    rows: tiers,
    key: "group",
    subject: "discountOf",
    code: `/** The discount in cents: a tier begins with its own sum. */
export function discountOf(cents, group) {
  const tier = tiers.find((each) => each.group === group);
  return tier && cents > tier.from ? Math.round((cents * tier.percent) / 100) : 0;
}`,
    cases: ['[9_999, "AA"], 0', '[10_000, "AA"], 100', '[20_000, "AB"], 400', '[20_000, "none"], 0'],
  },
  {
    name: "tax",
    about: "Value added tax by country.",
    table: "rates",
    rows: rates,
    key: "country",
    subject: "taxOf",
    code: `/** The tax in cents, rounded half up. */
export function taxOf(cents, country) {
  const rate = rates.find((each) => each.country === country);
  if (!rate) throw new RangeError(\`no tax rate for \${country}\`);
  return Math.floor((cents * rate.percent) / 100);
}`,
    cases: ['[1_000, "BA"], 50', '[1_010, "BA"], 51', '[999, "BF"], 100', '[0, "BB"], 0'],
  },
  {
    name: "shipping",
    about: "What a parcel costs by zone and weight.",
    table: "zones",
    rows: zones,
    key: "zone",
    subject: "shippingOf",
    code: `/** The cheapest parcel that may be as heavy; \`null\` when none may. */
export function shippingOf(grams, zone) {
  const parcel = zones.find((each) => each.zone === zone);
  return parcel && grams <= 20_000 ? parcel.cents : null;
}`,
    cases: ["[900, 1], 390", "[4_000, 1], 1100", "[19_000, 2], 1840", "[21_000, 1], null"],
  },
  {
    name: "currency",
    about: "Amounts as customers read them.",
    table: "currencies",
    rows: currencies,
    key: "code",
    subject: "formatOf",
    code: `/** Cents as an amount with two digits. */
export function formatOf(cents, symbol) {
  const whole = Math.trunc(cents / 100);
  const rest = String(cents % 100).padEnd(2, "0");
  return \`\${whole}.\${rest} \${symbol}\`;
}`,
    cases: ['[1_299, "$"], "12.99 $"', '[1_205, "€"], "12.05 €"', '[7, "£"], "0.07 £"', '[300, "kr"], "3.00 kr"'],
  },
  {
    name: "stock",
    about: "What lies on which shelf.",
    table: "shelves",
    rows: shelves,
    key: "sku",
    subject: "reserved",
    code: `/** The stock without what was reserved; the one that was passed stays as it is. */
export function reserved(stock, sku, count) {
  const rest = stock;
  rest[sku] = (rest[sku] ?? 0) - count;
  return rest;
}`,
    cases: ['[{ a: 3 }, "a", 1], { a: 2 }', '[Object.freeze({ a: 3, b: 1 }), "b", 1], { a: 3, b: 0 }'],
  },
  {
    name: "dates",
    about: "When an invoice is due.",
    table: "holidays",
    rows: holidays,
    key: "country",
    subject: "dueDateOf",
    code: `/** The date so many days later, as YYYY-MM-DD. */
export function dueDateOf(date, days) {
  const due = new Date(Date.parse(\`\${date}T00:00:00Z\`) + days * 86_400_000);
  const parts = [due.getUTCFullYear(), due.getUTCMonth(), due.getUTCDate()];
  return parts.map((part) => String(part).padStart(2, "0")).join("-");
}`,
    cases: ['["2026-01-01", 14], "2026-01-15"', '["2026-02-20", 14], "2026-03-06"', '["2026-12-25", 14], "2027-01-08"'],
  },
  {
    name: "invoice",
    about: "How invoices are numbered.",
    table: "series",
    rows: series,
    key: "prefix",
    subject: "numberOf",
    code: `/** The number of an invoice: five digits at least. */
export function numberOf(prefix, year, counter) {
  return \`\${prefix}-\${year}-\${counter}\`;
}`,
    cases: ['["CA", 2026, 7], "CA-2026-00007"', '["CB", 2026, 123456], "CB-2026-123456"'],
  },
];
