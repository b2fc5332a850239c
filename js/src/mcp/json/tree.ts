import { Items, type Json, Members, Shortened, type Written } from "./node.js";

// The author of a value decides how deep it is nested, so nothing here recurses.

/** A value that holds no other. */
type Leaf = string | Shortened | Written;

/** List or object that is being rebuilt. */
interface Open {
  readonly value: Members | Items;
  at: number;
  /** The new values; `undefined` while all are the same. */
  changed: Json[] | undefined;
}

const isContainer = (value: Json): value is Members | Items => value instanceof Members || value instanceof Items;

/** Calls `visit` with every value of a tree, the root included. */
export function forEachValue(tree: Json, visit: (value: Json) => void): void {
  someValue(tree, (value) => {
    visit(value);
    return false;
  });
}

/** Returns `true` if `isFound` does for one of the values of a tree, the root included. */
function someValue(tree: Json, isFound: (value: Json) => boolean): boolean {
  const left = [tree];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (isFound(value)) return true;
    if (value instanceof Items) for (const item of value.list) left.push(item);
    else if (value instanceof Members) for (const [, member] of value.entries) left.push(member);
  }
  return false;
}

/** Returns `true` if something in a tree was not held whole. */
export function isLossy(tree: Json): boolean {
  return someValue(
    tree,
    (value) =>
      value instanceof Shortened || ((value instanceof Members || value instanceof Items) && value.dropped > 0),
  );
}

/**
 * Replaces leaves of a tree, in order; returns the same tree if all of them stay. `opened` is called for each list and
 * object, before its members.
 */
export function withLeaves(
  tree: Json,
  change: (leaf: Leaf) => Json,
  opened: (value: Members | Items) => void = () => {},
): Json {
  if (!isContainer(tree)) return change(tree);
  opened(tree);
  const open: Open[] = [{ value: tree, at: 0, changed: undefined }];
  for (;;) {
    const top = open[open.length - 1] as Open;
    const value = top.value instanceof Items ? top.value.list[top.at] : top.value.entries[top.at]?.[1];
    if (value === undefined) {
      open.pop();
      const parent = open.at(-1);
      if (!parent) return rebuilt(top);
      put(parent, top.value, rebuilt(top));
    } else if (isContainer(value)) {
      opened(value);
      open.push({ value, at: 0, changed: undefined });
    } else put(top, value, change(value));
  }
}

function put(open: Open, before: Json, after: Json): void {
  const { value } = open;
  if (after !== before && !open.changed) {
    open.changed =
      value instanceof Items
        ? value.list.slice(0, open.at)
        : value.entries.slice(0, open.at).map(([, member]) => member);
  }
  open.changed?.push(after);
  open.at += 1;
}

function rebuilt({ value, changed }: Open): Members | Items {
  if (!changed) return value;
  const copy = value instanceof Items ? new Items(changed) : new Members();
  if (value instanceof Members && copy instanceof Members) {
    for (const [at, [name]] of value.entries.entries()) copy.entries.push([name, changed[at] as Json]);
  }
  copy.dropped = value.dropped;
  return copy;
}
