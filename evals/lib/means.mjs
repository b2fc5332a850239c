// Means and quartiles of values, of which some may be missing, and shares as they are printed.

export const mean = (values) => {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0) / known.length;
};

/** The first and the third quartile: the nearest values. */
export const quartiles = (values) => {
  const ordered = [...values].sort((one, other) => one - other);
  return [0.25, 0.75].map((share) => ordered[Math.round(share * (ordered.length - 1))]);
};

/** A share in percent; a digit more where it is nearly all. */
export const percent = (value) =>
  value === undefined ? "–" : (100 * value).toFixed(value > 0.999 && value < 1 ? 2 : 1);

/** The middle value. */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
