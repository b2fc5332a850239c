// Things that tools return and throw when they mean harm, or have a bad day.

export const later = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Throws at every touch. */
export const untouchable = (): object =>
  new Proxy(
    {},
    {
      get: () => {
        throw new Error("get");
      },
      has: () => {
        throw new Error("has");
      },
      ownKeys: () => {
        throw new Error("ownKeys");
      },
      getPrototypeOf: () => {
        throw new Error("getPrototypeOf");
      },
      getOwnPropertyDescriptor: () => {
        throw new Error("getOwnPropertyDescriptor");
      },
    },
  );

export function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

export function cyclic(): object {
  const list: unknown[] = [0];
  list.push({ list });
  return list;
}

/** Each with a name, made anew each time. */
export const hostile: Readonly<Record<string, () => unknown>> = {
  untouchable,
  revoked,
  cyclic,
  "a cycle of an object": () => {
    const it: Record<string, unknown> = {};
    it.self = it;
    return it;
  },
  "a bigint in an object": () => ({ big: 1n }),
  "toJSON throws": () => ({
    toJSON() {
      throw new Error("no JSON");
    },
  }),
  "toString and toJSON throw": () => ({
    toJSON() {
      throw new Error("no JSON");
    },
    toString() {
      throw new Error("no text");
    },
  }),
  "a getter throws": () => ({
    get value(): never {
      throw new Error("no value");
    },
  }),
  "no prototype": () => Object.assign(Object.create(null), { big: 1n }),
  "a tag that throws": () => ({
    big: 1n,
    toString: undefined,
    valueOf: undefined,
    get [Symbol.toStringTag](): string {
      throw new Error("no tag");
    },
  }),
  "an error without a text": () =>
    Object.defineProperties(new Error("gone"), {
      stack: {
        get: () => {
          throw new Error("no stack");
        },
      },
      message: {
        get: () => {
          throw new Error("no message");
        },
      },
    }),
  "a thenable that throws": () => ({
    // biome-ignore lint/suspicious/noThenProperty: that is the point
    then() {
      throw new Error("never");
    },
  }),
  "then throws when it is read": () => ({
    // biome-ignore lint/suspicious/noThenProperty: that is the point
    get then(): never {
      throw new Error("no then");
    },
  }),
  "an iterator that answers nonsense": () => ({ next: () => 5, [Symbol.iterator]: () => undefined }),
  "an async iterable without an iterator": () => ({ [Symbol.asyncIterator]: () => undefined }),
  "a reader that throws": () => ({
    getReader() {
      throw new Error("locked");
    },
  }),
  "a very deep list": () => {
    let deep: unknown[] = [];
    for (let depth = 0; depth < 200_000; depth += 1) deep = [deep];
    return deep;
  },
};
