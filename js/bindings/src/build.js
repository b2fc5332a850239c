// Values that edits are made of: parts that were there before, and new ones of the classes that others of their kind
// have.

/** The segments of a JSON Pointer. */
export const segments = (path) =>
  path
    .split("/")
    .slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));

/** The value at a path. */
export const pick = (messages, path) => segments(path).reduce((value, segment) => value?.[segment], messages);

/** Parses the text at a path as JSON. */
export const parsed = (messages, path) => JSON.parse(pick(messages, path));

/** A copy of an object, of the same class, which takes every change: nothing of it is frozen. */
export const copyOf = (object) => {
  if (Array.isArray(object)) return [...object];
  const members = Object.getOwnPropertyDescriptors(object);
  for (const key of Reflect.ownKeys(members)) {
    const member = members[key];
    if ("value" in member) member.writable = true;
    member.configurable = true;
  }
  return Object.create(Object.getPrototypeOf(object), members);
};

/** Sets a member through its accessor, where its class has one that takes values. */
export const put = (object, key, value) => {
  const inherited = key !== "__proto__" && !Object.hasOwn(object, key) && key in object;
  if (inherited && Reflect.set(object, key, value)) return;
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
};

/** A copy of what is at a path, with members of it set. */
export const copy = (messages, path, paths, values) => {
  const top = copyOf(pick(messages, path));
  for (const [index, member] of paths.entries()) {
    const steps = segments(member);
    let object = top;
    for (const step of steps.slice(0, -1)) {
      const inner = copyOf(object[step]);
      put(object, step, inner);
      object = inner;
    }
    put(object, steps.at(-1), values[index]);
  }
  return top;
};

/** An object of the class of another one: with all that is in that one, or only with members of the same names. */
export const like = (messages, path, copies, members) => {
  const sample = pick(messages, path);
  const made = copies ? copyOf(sample) : Object.create(Object.getPrototypeOf(sample));
  // A copied message loses its id and members that only its user sees.
  if (copies) for (const key of ["id", "artifact"]) if (key in made) put(made, key, undefined);
  for (const [key, value] of Object.entries(members)) put(made, key, value);
  return made;
};

/** Returns the caller's object of a kind. */
export const create = (make, kind, members) => make(kind, members);
