// What this model knows of programming: mistakes that it recognises when it reads them.

/** @type {readonly { wrong: string, right: string, why: string }[]} */
const repairs = [
  { wrong: "for (let at = 1; at <", right: "for (let at = 0; at <", why: "the first line of the cart is left out" },
  { wrong: "cents > tier.from", right: "cents >= tier.from", why: "a tier begins with its own sum" },
  { wrong: "return Math.floor((cents * rate", right: "return Math.round((cents * rate", why: "it rounds down" },
  {
    wrong: "zones.find((each) => each.zone === zone);\n  return parcel && grams <= 20_000 ? parcel.cents : null;",
    right: "zones.find((each) => each.zone === zone && grams <= each.grams);\n  return parcel ? parcel.cents : null;",
    why: "the weight is not looked at",
  },
  { wrong: '.padEnd(2, "0")', right: '.padStart(2, "0")', why: "the zero stands on the wrong side" },
  { wrong: "const rest = stock;", right: "const rest = { ...stock };", why: "it changes what it was given" },
  { wrong: "due.getUTCMonth(),", right: "due.getUTCMonth() + 1,", why: "months count from 0" },
  {
    wrong: `-\${year}-\${counter}\``,
    right: `-\${year}-\${String(counter).padStart(5, "0")}\``,
    why: "the digits are missing",
  },
];

/**
 * The lines of a source that have to change, whole: a part of a line may stand in more places.
 *
 * @param {string} source
 */
export function repairOf(source) {
  const found = repairs.find(({ wrong }) => source.includes(wrong));
  if (!found) return undefined;
  const at = source.indexOf(found.wrong);
  const start = source.lastIndexOf("\n", at) + 1;
  const end = source.indexOf("\n", at + found.wrong.length);
  const oldText = source.slice(start, end === -1 ? undefined : end);
  return { oldText, newText: oldText.replace(found.wrong, () => found.right), why: found.why };
}
