// Depth, many keys, long keys.

import { link, prose, sentence, stamp } from "../words.mjs";
import { fill, fillObject, length } from "./fill.mjs";

function settings(random, size, depth) {
  return fillObject(size, (_, left) => {
    const name = random.camel() + random.int(1, 999);
    if (depth > 1 && random.chance(0.35)) return [name, settings(random, Math.min(left, size / 3), depth - 1)];
    if (random.chance(0.1)) return [name, Array.from({ length: random.int(1, 12) }, () => random.stem())];
    return [name, random.pick([random.int(1, 9999), random.chance(0.5), random.path("/"), sentence(random, 60), null])];
  });
}

const folder = (random, size, depth) => ({
  name: random.stem(),
  type: "directory",
  children: fill(size, (_, left) =>
    depth > 0 && left > 400 && random.chance(0.3)
      ? folder(random, Math.min(left, size / 2), depth - 1)
      : { name: `${random.path("-")}.ts`, type: "file", size: random.int(1, 1e5) },
  ),
});

/** A syntax tree: as deep as it is long, until a hundred levels. */
function tree(random, size, depth) {
  const own = {
    type: random.pick(["call", "member", "block", "if"]),
    start: random.int(1, 1e5),
    end: random.int(1, 1e5),
  };
  if (depth === 0 || size < 150) return { ...own, name: random.camel() };
  return { ...own, left: { type: "name", name: random.camel() }, body: [tree(random, size - 120, depth - 1)] };
}

export const nested = {
  configuration: (random, size) => settings(random, size, 7),

  "file tree": (random, size) => folder(random, size, 12),

  "syntax trees": (random, size) => ({ nodes: fill(size, (_, left) => tree(random, Math.min(left, 12_000), 100)) }),

  package: (random, size) => {
    const versions = fill(size * 0.7, (n) => ({
      version: `${1 + Math.floor(n / 40)}.${n % 40}.0`,
      dependencies: fillObject(random.int(20, 600), () => [
        `@${random.folder()}/${random.stem()}`,
        `^${random.int(1, 9)}.0.0`,
      ]),
      dist: { shasum: random.hex(40), tarball: link(random), unpackedSize: random.int(1e4, 1e7) },
      _npmUser: random.snake(),
    }));
    return {
      name: random.stem(),
      "dist-tags": { latest: versions.at(-1).version },
      versions: Object.fromEntries(versions.map((each) => [each.version, each])),
      time: Object.fromEntries(versions.map((each) => [each.version, stamp(random)])),
      readme: prose(random, size * 0.15),
      license: "MIT",
    };
  },

  /** An environment: one object, keys of 5 to 50 units. */
  environment: (random, size) =>
    fillObject(size, (n) => [
      `${random.stem()}_${random.verb()}_${n}`.toUpperCase().padEnd(length(random, 5, 50), "_X"),
      random.chance(0.15)
        ? fill(random.int(100, 1500), () => `/opt/${random.path("/")}/bin`).join(":")
        : random.path("/"),
    ]),

  /** Words as in JSON Schemas and API descriptions, whose keys are paths and questions. */
  "long keys": (random, size) => ({
    paths: fillObject(size, (n) => [
      `/${Array.from({ length: random.int(3, 12) }, () => random.path("/")).join("/")}/{id${n}}`,
      { get: { summary: sentence(random, 60), tags: [random.stem()], responses: { 200: { description: "OK" } } } },
    ]),
  }),

  /** Names that must be treated as data only. */
  "hostile names": (random, size) => ({
    items: fill(size, (n) =>
      JSON.parse(
        `{"__proto__":{"n":${n}},"constructor":"${random.stem()}","toString":${n},"...":"[2 keys omitted]","length":${n},"0":"${random.hex(6)}"}`,
      ),
    ),
    "": "[3 items omitted]",
    text: prose(random, 400),
  }),

  /** Small answers of everyday tools around one large part. */
  mixed: (random, size) => ({
    ok: true,
    took_ms: random.int(1, 9999),
    query: { q: sentence(random, 40), page: 1, sort: ["date", "desc"] },
    facets: fillObject(size * 0.1, () => [random.path("."), random.int(1, 9999)]),
    top: { title: sentence(random, 60), body: prose(random, size * 0.3) },
    results: fill(size * 0.5, (n) => ({ n, url: link(random), text: prose(random, length(random, 30, 1500)) })),
    debug: fill(size * 0.1, () => random.hex(length(random, 8, 64))),
  }),
};
