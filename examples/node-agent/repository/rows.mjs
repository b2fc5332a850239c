// Tables, so that the files have the size of real ones.

/** @param {number} count @param {(n: number) => string} lineOf */
const lines = (count, lineOf) => Array.from({ length: count }, (_, n) => `  ${lineOf(n)},`).join("\n");

/** @param {readonly string[]} list @param {number} n */
const pick = (list, n) => list[n % list.length];

const KINDS = ["chair", "table", "lamp", "shelf", "bench", "stool", "mirror", "drawer", "carpet", "frame"];
const WOODS = ["oak", "beech", "ash", "pine", "walnut", "cherry", "maple"];
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Two letters, another pair for each number. */
const code = (/** @type {number} */ n) => LETTERS[Math.floor(n / 26) % 26] + LETTERS[n % 26];

export const products = lines(
  90,
  (n) =>
    `{ sku: "F-${1000 + n}", name: "${pick(WOODS, n)} ${pick(KINDS, n * 3)}", cents: ${1900 + ((n * 733) % 24_000)} }`,
);

export const tiers = lines(
  70,
  (n) => `{ group: "${code(n)}", from: ${10_000 + n * 500}, percent: ${1 + (n % 12)}, until: "2027-${month(n)}-28" }`,
);

export const rates = lines(
  100,
  (n) => `{ country: "${code(n + 26)}", percent: ${5 + (n % 20)}, reduced: ${2 + (n % 7)}, since: ${1990 + (n % 30)} }`,
);

export const zones = lines(
  90,
  (n) =>
    `{ zone: ${1 + Math.floor(n / 3)}, grams: ${[1000, 5000, 20_000][n % 3]}, cents: ${390 + (n % 3) * 700 + n * 10} }`,
);

export const currencies = lines(
  80,
  (n) => `{ code: "${code(n)}${pick([...LETTERS], n * 7)}", digits: 2, symbol: "${pick(["$", "€", "£", "kr"], n)}" }`,
);

export const shelves = lines(
  90,
  (n) => `{ sku: "F-${1000 + n}", aisle: ${1 + (n % 14)}, shelf: ${1 + (n % 6)}, count: ${(n * 17) % 40} }`,
);

export const holidays = lines(
  80,
  (n) => `{ country: "${code(n)}", month: ${1 + (n % 12)}, day: ${1 + ((n * 5) % 28)} }`,
);

export const series = lines(
  80,
  (n) => `{ prefix: "${code(n + 52)}", shop: "${pick(WOODS, n)} & ${pick(KINDS, n)}", first: ${1 + n * 10} }`,
);

/** @param {number} n */
function month(n) {
  return String(1 + (n % 12)).padStart(2, "0");
}
