/** Maximum number of values to compare. Larger and cyclic messages count as different. */
const MOST = 200_000;

/**
 * Returns the number of messages at the beginning with equal content.
 *
 * Comparing takes a fraction of the time of reading: texts are compared whole, at the speed of memory.
 */
export function equalLength<M>(list: readonly M[], before: readonly M[]): number {
  const left = { values: MOST };
  const most = Math.min(list.length, before.length);
  let at = 0;
  while (at < most && isSame(list[at], before[at], left)) at += 1;
  return at;
}

function isSame(one: unknown, other: unknown, left: { values: number }): boolean {
  try {
    return isEqual(one, other, left);
  } catch {
    // Unreadable values, such as a revoked proxy.
    return false;
  }
}

function isEqual(one: unknown, other: unknown, left: { values: number }): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  left.values -= 1;
  if (left.values < 0) return false;
  const prototype: unknown = Object.getPrototypeOf(one);
  if (prototype !== Object.getPrototypeOf(other)) return false;
  if (Array.isArray(one)) {
    const list = other as readonly unknown[];
    return one.length === list.length && isEqualList(one, list, left);
  }
  if (one instanceof Uint8Array) return isSameBytes(one, other as Uint8Array);
  // The content of a Date, a Map and the like is not visible as members.
  if (Object.prototype.toString.call(one) !== "[object Object]") return false;
  const names = Object.getOwnPropertyNames(one);
  if (names.length !== Object.getOwnPropertyNames(other).length) return false;
  const [mine, theirs] = [one as Record<string, unknown>, other as Record<string, unknown>];
  return (
    names.every((name) => Object.hasOwn(theirs, name) && isEqual(mine[name], theirs[name], left)) &&
    accessors(prototype).every((name) => isEqual(mine[name], theirs[name], left))
  );
}

/** Compares lists by index: `every` would skip holes. */
function isEqualList(one: readonly unknown[], other: readonly unknown[], left: { values: number }): boolean {
  for (let at = 0; at < one.length; at += 1) if (!isEqual(one[at], other[at], left)) return false;
  return true;
}

function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}

const known = new WeakMap<object, readonly string[]>();

/** Returns the accessors of a class, which are read from messages, too. */
function accessors(prototype: unknown): readonly string[] {
  if (typeof prototype !== "object" || prototype === null || prototype === Object.prototype) return [];
  const found = known.get(prototype);
  if (found) return found;
  const own = Object.entries(Object.getOwnPropertyDescriptors(prototype)).filter(([, { get }]) => get !== undefined);
  const names = [...own.map(([name]) => name), ...accessors(Object.getPrototypeOf(prototype))];
  known.set(prototype, names);
  return names;
}
