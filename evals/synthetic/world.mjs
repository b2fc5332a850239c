// A small repository of invented TypeScript: files with functions that call each other, which an agent reads, searches and
// changes. Edits change what later reads return.

const BODY = [
  (r, name) => `  const ${r.stem()} = await ${name}(${r.stem()}, { limit: ${r.int(2, 500)} });`,
  (r) => `  if (${r.stem()}.${r.verb()}Count > ${r.int(1, 90)}) return ${r.stem()};`,
  (r) => `  for (const ${r.stem()} of ${r.stem()}s) total += ${r.stem()}.${r.verb()}();`,
  (r) => `  log.debug("${r.verb()} %s after %d ms", ${r.stem()}.id, ${r.ms()});`,
  (r, name) => `  ${r.stem()}s.push(...(await Promise.all(${r.stem()}s.map(${name}))));`,
  (r) => `  // The ${r.stem()} may be empty while the ${r.stem()} is ${r.verb()}ed for the first time.`,
  (r) => `  const ${r.camel()} = new Map(${r.stem()}s.map((each) => [each.id, each.${r.stem()}]));`,
];

/** `{ files, functions }`: lines by path, and `{ name, path }` of each function. */
export function makeWorld(random) {
  const world = { files: new Map(), functions: [] };
  const count = random.int(14, 26);
  while (world.files.size < count) {
    const path = `src/${random.path("-")}.ts`;
    if (!world.files.has(path)) world.files.set(path, fileOf(path, world, random));
  }
  return world;
}

function fileOf(path, world, random) {
  const lines = [`// ${random.pascal()}s are ${random.verb()}ed here before the ${random.stem()} sees them.`, ""];
  const known = world.functions.map(({ name }) => name);
  for (const { name, path: from } of random.some(world.functions, Math.min(4, known.length))) {
    lines.push(`import { ${name} } from "../${from.slice(4, -3)}.js";`);
  }
  const wanted = random.int(4, 14);
  for (let made = 0; made < wanted; made += 1) {
    const name = `${random.camel()}${random.pascal()}`;
    if (world.functions.some((each) => each.name === name)) continue;
    lines.push("", `export async function ${name}(${random.stem()}: ${random.pascal()}, options: Options) {`);
    for (let at = random.int(6, 22); at > 0; at -= 1) {
      const called = known.length > 0 ? random.pick(known) : "load";
      lines.push(random.pick(BODY)(random, called));
    }
    lines.push(`  return ${random.stem()};`, "}");
    world.functions.push({ name, path });
  }
  return lines;
}

/** As agents' read tools print it: numbered lines of a part. */
export function readFile(world, path, offset = 1, limit = 2000) {
  const lines = world.files.get(path).slice(offset - 1, offset - 1 + limit);
  return lines.map((line, at) => `${String(offset + at).padStart(6)}\t${line}`).join("\n");
}

export function grep(world, word) {
  const found = [...world.files].flatMap(([path, lines]) =>
    lines.flatMap((line, at) => (line.includes(word) ? [`${path}:${at + 1}:${line}`] : [])),
  );
  return found.length === 0 ? "No matches found" : found.join("\n");
}

/** Lines of a function, from its head to its end. */
export function functionLines(world, { name, path }) {
  const lines = world.files.get(path);
  const from = lines.findIndex((line) => line.includes(`function ${name}(`));
  return { from, to: lines.indexOf("}", from) };
}
