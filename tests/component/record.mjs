// Records what an instance is asked and answers, for hosts in other languages to ask the same.

const kebab = (name) => name.replace(/[A-Z]/g, (letter, at) => `${at > 0 ? "-" : ""}${letter.toLowerCase()}`);

/** An instance whose calls are added to `lines`, each as JSON text: `{ i, f, a, r }`, or `e` for an error. */
export function recording(interfaces, lines) {
  const handles = new Map();
  const named = (object) => {
    if (!handles.has(object)) handles.set(object, handles.size + 1);
    return { $: handles.get(object) };
  };
  const plain = (value) => {
    if (value === undefined || value === null) return null;
    if (typeof value === "bigint") return Number(value);
    if (typeof value !== "object") return value;
    if (Array.isArray(value) || ArrayBuffer.isView(value)) return Array.from(value, plain);
    if (classes.has(value.constructor)) return named(value);
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return Object.fromEntries(members.map(([name, member]) => [name, plain(member)]));
  };
  const called = (i, f, args, call, own) => {
    const line = { i, f, a: [...own, ...args.map(plain)] };
    try {
      const result = call();
      lines.push(JSON.stringify({ ...line, r: plain(result) }));
      return result;
    } catch (error) {
      lines.push(JSON.stringify({ ...line, e: error.payload }));
      throw error;
    }
  };
  const classes = new Map();
  const wrapped = (name, members) =>
    Object.fromEntries(
      Object.entries(members).map(([member, value]) => {
        if (!/^[A-Z]/.test(member)) {
          return [member, (...args) => called(name, kebab(member), args, () => value(...args), [])];
        }
        return [member, resource(name, member, value)];
      }),
    );
  const resource = (name, type, Class) => {
    classes.set(Class, type);
    const own = Object.getOwnPropertyDescriptors(Class.prototype);
    for (const [method, { value }] of Object.entries(own)) {
      if (method === "constructor") continue;
      Class.prototype[method] = function (...args) {
        return called(name, `[method]${kebab(type)}.${kebab(method)}`, args, () => value.apply(this, args), [
          named(this),
        ]);
      };
    }
    return new Proxy(Class, {
      construct: (target, args) => called(name, `[constructor]${kebab(type)}`, args, () => new target(...args), []),
      get: (target, key) => {
        const value = target[key];
        if (typeof value !== "function" || key === "prototype") return value;
        return (...args) =>
          called(name, `[static]${kebab(type)}.${kebab(key)}`, args, () => value.apply(target, args), []);
      },
    });
  };
  const names = Object.keys(interfaces).filter((name) => !name.includes("/") && name !== "memory");
  return Object.fromEntries(names.map((name) => [name, wrapped(name, interfaces[name])]));
}
