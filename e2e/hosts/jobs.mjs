// The three operations of the table, as a host in JavaScript does them.

/** Milliseconds of one call: the least of some, for at most about a second. */
export function least(call) {
  let best = Infinity;
  const start = performance.now();
  for (let n = 0; n < 5 || (n < 200 && performance.now() - start < 700); n += 1) {
    const before = performance.now();
    call();
    best = Math.min(best, performance.now() - before);
  }
  return best;
}

/** Report of one host: times, and the results that every host must share. */
export function report({ trim, compact, estimate }) {
  return {
    ms: { trim: least(trim), compact: least(compact), estimate: least(estimate) },
    results: { trim: trim(), compact: compact(), estimate: estimate() },
  };
}
