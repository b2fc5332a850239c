// Values that only JavaScript has, and that break careless code. They are drawn as names: what draws values, and prints
// them, would stumble over revoked proxies.
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { bytes, made, members, scalars, texts, tree } from "./plain.js";

export { bytes, image, made, plain, put, texts } from "./plain.js";

class Odd {
  constructor(
    readonly name: string,
    readonly inner?: unknown,
  ) {}
}

class Point {
  readonly x = 1;
  constructor(readonly held: unknown) {}
  get area() {
    return 4;
  }
}
class Written {
  constructor(readonly held: unknown) {}
  toJSON() {
    return { written: true, held: this.held };
  }
}
class Silent {
  toJSON() {
    return undefined;
  }
}
class Tagged {
  readonly [Symbol.toStringTag] = "Array";
  readonly length = 3;
}

const fail = () => {
  throw new Error("not to be read");
};
const revoked = (target: object) => {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
};
const refusing = (trap: keyof ProxyHandler<object>, target: object) => new Proxy(target, { [trap]: fail });
const elsewhere = (code: string) => runInNewContext(`(${code})`);

type Table = Readonly<Record<string, (inner: unknown) => unknown>>;

/** What holds another value. */
const holders: Table = {
  "a class with a getter": (inner) => new Point(inner),
  "a class with toJSON": (inner) => new Written(inner),
  "an object without a prototype": (inner) => made([["a", inner]], null),
};

/** What `JSON.stringify` can read too, and gives as many bytes for. */
const readableOdd: Table = {
  undefined: () => undefined,
  "a function": () => fail,
  "a symbol": () => Symbol("s"),
  NaN: () => Number.NaN,
  "-Infinity": () => Number.NEGATIVE_INFINITY,
  "a Date": () => new Date(0),
  "an invalid Date": () => new Date(Number.NaN),
  "a boxed text": () => Object("boxed"),
  "a boxed number": () => Object(5),
  "a boxed boolean": () => Object(true),
  "a boxed symbol": () => Object(Symbol("boxed")),
  "an object that says it is a list": () => new Tagged(),
  "toJSON that answers nothing": () => new Silent(),
  "an ArrayBuffer": () => new ArrayBuffer(5),
  "a WeakMap": () => new WeakMap(),
  "a promise": () => Promise.resolve(1),
  "frozen ones": () => Object.freeze([Object.freeze({ a: "frozen" })]),
  "another realm": () => elsewhere('{ a: [1, "x".repeat(300)], d: new Date(0), n: new Number(1), s: new String("s") }'),
  "another realm, no prototype": () => elsewhere('Object.assign(Object.create(null), { a: "b" })'),
  "a proxy of a list": () => new Proxy(["a proxy", "of a list"], {}),
  "a list with more": () => Object.assign(["with", "more"], { extra: "x".repeat(500) }),
  // biome-ignore lint/suspicious/noSparseArray: holes are the point
  holes: () => [1, , "x", ,],
};

/** Written with their contents, where `JSON.stringify` writes `{}`. */
const openedOdd: Table = {
  "a Map": () => new Map([["a", 1]]),
  "a Set": () => new Set(["a"]),
  "a regular expression": () => /regular/g,
  "an error": () => new Error("an error"),
};

/** What `JSON.stringify` throws at. */
const unreadableOdd: Table = {
  "a BigInt": () => 5n,
  "a long BigInt": () => 12345678901234567890123456789012345678901234567890n,
  "a boxed BigInt": () => Object(7n),
  "a revoked proxy": () => revoked({}),
  "a revoked proxy of a list": () => revoked([]),
  "a proxy that refuses members": () => refusing("get", { a: 1, b: "text" }),
  "a proxy of a list that refuses items": () => refusing("get", [1, 2]),
  "a proxy that refuses its keys": () => refusing("ownKeys", { a: 1 }),
  "a proxy that refuses descriptors": () => refusing("getOwnPropertyDescriptor", { a: 1 }),
  "a getter that throws": () => Object.defineProperty({ before: 1 }, "bad", { enumerable: true, get: fail }),
  "toJSON that throws": () => ({ toJSON: fail }),
  "an item that throws": () => Object.defineProperty([1, 2], "1", { enumerable: true, get: fail }),
};

/** Raw bytes of more than 64 bytes, which `JSON.stringify` writes out number by number. */
const binary: Table = {
  "65 bytes": () => bytes(65),
  "a Buffer": () => Buffer.from(bytes(5120)),
  "72 bytes of numbers": () => new Float64Array(9),
  "a view": () => new DataView(new ArrayBuffer(700)),
  "bytes of another realm": () => elsewhere("new Uint8Array(100)"),
};

const table: Table = { ...holders, ...readableOdd, ...openedOdd, ...unreadableOdd, ...binary };

/** The value that was drawn by name. What stands in several places still does. */
export function real(drawn: unknown, known = new Map<object, unknown>()): unknown {
  if (typeof drawn !== "object" || drawn === null) return drawn;
  if (known.has(drawn)) return known.get(drawn);
  let value: unknown = drawn;
  if (drawn instanceof Odd) value = table[drawn.name]?.(real(drawn.inner, known));
  else if (Array.isArray(drawn)) {
    const items = drawn.map((item) => real(item, known));
    if (items.some((item, at) => !Object.is(item, drawn[at]))) value = items;
  } else {
    const all = Object.keys(drawn).map((key) => [key, (drawn as Record<string, unknown>)[key]] as const);
    const members = all.map(([key, one]) => [key, real(one, known)] as const);
    if (members.some(([, one], at) => !Object.is(one, all[at]?.[1]))) value = made(members);
  }
  known.set(drawn, value);
  return value;
}

const named = (...tables: Table[]) => fc.constantFrom(...tables.flatMap(Object.keys)).map((name) => new Odd(name));
const held = (value: fc.Arbitrary<unknown>): fc.WeightedArbitrary<unknown>[] => [
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom(...Object.keys(holders)), value).map(([name, inner]) => new Odd(name, inner)),
  },
];
const small = fc.oneof(texts, scalars, named(readableOdd));
const bad = named(openedOdd, unreadableOdd, binary);

/** Whatever `JSON.stringify` reads without an error; see {@link real}. */
export const readable: fc.Arbitrary<unknown> = tree(
  small,
  held(
    fc.oneof(
      small,
      members(small, 4).map((all) => made(all)),
    ),
  ),
);

/** Whatever there is but cycles; see {@link real}. */
export const hostile: fc.Arbitrary<unknown> = tree(
  fc.oneof({ weight: 4, arbitrary: small }, { weight: 1, arbitrary: bad }),
  held(fc.oneof(small, bad)),
);
