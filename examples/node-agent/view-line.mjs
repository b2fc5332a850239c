// The words and the bar of the view.

/**
 * @typedef {object} Counts
 * @property {number} tokens of the request
 * @property {boolean} isBilled as the endpoint counted; estimated otherwise
 * @property {number} window
 * @property {number} requests
 * @property {number} calls
 * @property {number} steps
 * @property {{ before: number, after: number } | null} last tokens of the requests before and after the last step
 * @property {number} largest tokens of the largest request
 * @property {number} uncompacted what the largest request would have been
 * @property {number} cut chars that tools had to say beyond their limits
 * @property {number} cutCalls how many did
 */

const WIDTH = 20;

/** @param {number} value */
export const number = (value) => Math.round(value).toLocaleString("en-US");

/** @param {number} share @returns {[full: string, empty: string]} */
export function bar(share) {
  const full = Math.min(WIDTH, Math.max(0, Math.round(share * WIDTH)));
  return ["█".repeat(full), "░".repeat(WIDTH - full)];
}

/** @param {Counts} counts */
export function lineOf({ tokens, isBilled, window, requests, calls, steps, last }) {
  const share = `${Math.round((100 * tokens) / window)} %`.padStart(5);
  const used = `${share} ${isBilled ? "" : "~"}${number(tokens)} of ${number(window)} tokens`;
  const compacted = last ? `, last ${number(last.before)} → ${number(last.after)}` : "";
  return `${used} | ${many(steps, "step")}${compacted} | ${many(requests, "request")}, ${many(calls, "call")}`;
}

/** @param {Counts} counts */
export function summaryOf({ window, requests, calls, steps, largest, uncompacted, cut, cutCalls }) {
  return [
    `${many(requests, "request")}, ${many(calls, "call")}, ${many(steps, "step")} of compaction`,
    `largest request        ${number(largest)} of ${number(window)} tokens`,
    `without compaction     ${number(uncompacted)} tokens, ${(uncompacted / window).toFixed(1)} times the window`,
    `cut from tool results  ${number(cut)} chars, of ${many(cutCalls, "result")}`,
  ].join("\n");
}

/** @param {number} count @param {string} what */
const many = (count, what) => `${number(count)} ${what}${count === 1 ? "" : "s"}`;

/** As many whole words as there is room for. @param {string} text @param {number} width */
export function fitted(text, width) {
  if (text.length <= width) return text;
  return text.slice(0, Math.max(0, text.lastIndexOf(" ", width))).replace(/[ |,]+$/, "");
}
