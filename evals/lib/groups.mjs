/** A `Map` from `key(value)` to the values with this key, in order of arrival; Node 20 has no `Map.groupBy`. */
export function groupBy(values, key) {
  const groups = new Map();
  for (const value of values) {
    const name = key(value);
    const own = groups.get(name);
    if (own) own.push(value);
    else groups.set(name, [value]);
  }
  return groups;
}
