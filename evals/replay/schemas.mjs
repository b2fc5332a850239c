// Schemas of tools, inferred from the calls of a session: recordings do not hold what the model was offered. Names, keys
// and types of arguments are those that occur; a key that each call has is required; nothing is described. That is less
// than the agent's model knew, for the full history as for the compacted one.

const NAME = /[^a-zA-Z0-9_-]/g;
const LONGEST_NAME = 64;

/** `{ tools, nameOf }` of the calls of a session, in order of first use. `nameOf(recorded)`: the name that is offered. */
export function inferTools(calls) {
  const byName = new Map();
  for (const { name, args } of calls) {
    const known = byName.get(name);
    if (known) known.push(args ?? {});
    else byName.set(name, [args ?? {}]);
  }
  const names = new Map();
  const taken = new Set();
  for (const name of byName.keys()) {
    const plain = name.replace(NAME, "_").slice(0, LONGEST_NAME) || "tool";
    let offered = plain;
    for (let at = 2; taken.has(offered); at += 1) offered = `${plain.slice(0, LONGEST_NAME - 4)}_${at}`;
    taken.add(offered);
    names.set(name, offered);
  }
  const tools = [...byName].map(([name, given]) => ({
    type: "function",
    function: {
      name: names.get(name),
      description: `Tool of the agent. Its schema was inferred from ${given.length} recorded call${given.length === 1 ? "" : "s"}.`,
      parameters: schemaOf(given),
    },
  }));
  return { tools, nameOf: (name) => names.get(name) ?? name.replace(NAME, "_").slice(0, LONGEST_NAME) };
}

/** Schema of values that occurred; deeper than two levels anything may stand. */
function schemaOf(values, depth = 0) {
  const types = [...new Set(values.map(typeOf))];
  // Whole numbers were seen, others may be meant.
  const wide = types.filter((each) => each !== "integer" || !types.includes("number"));
  const schema = { type: wide.length === 1 ? wide[0] : wide };
  const objects = values.filter((value) => typeOf(value) === "object");
  if (objects.length > 0 && depth < 3) {
    const keys = [...new Set(objects.flatMap(Object.keys))];
    const valuesOf = (key) => objects.filter((each) => Object.hasOwn(each, key)).map((each) => each[key]);
    schema.properties = Object.fromEntries(keys.map((key) => [key, schemaOf(valuesOf(key), depth + 1)]));
    const required = keys.filter((key) => valuesOf(key).length === objects.length);
    if (required.length > 0) schema.required = required;
  }
  const items = values.filter(Array.isArray).flat();
  if (types.includes("array")) schema.items = items.length > 0 && depth < 3 ? schemaOf(items, depth + 1) : {};
  return schema;
}

function typeOf(value) {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}
