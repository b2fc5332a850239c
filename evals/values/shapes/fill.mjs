// Grows a shape to its size.

/** Items until their JSON takes about `size` units: `make(index, left)`. At least one. */
export function fill(size, make) {
  const items = [];
  for (let left = size; left > 0 || items.length === 0; ) {
    const item = make(items.length, left);
    items.push(item);
    left -= JSON.stringify(item).length + 1;
  }
  return items;
}

/** The same, as members of an object: `make` gives a key and its value. A key that comes again replaces. */
export const fillObject = (size, make) => Object.fromEntries(fill(size, make));

/** A length between the two, small ones more often. */
export const length = (random, from, to) => Math.round(from * (to / from) ** random.next());
