// Holds dependencies to docs/architecture.md: in the core by `use` lines and paths, elsewhere by imports. Tests in the core
// may name anything. Nothing outside the lab (evaluations and benchmarks) imports from it.
//
//     node scripts/lib/directions.mjs   prints the problems

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../env.mjs";
import { referencesIn, roomOf, withoutTests } from "./rust-paths.mjs";

/** The rooms of the core from the top down: one may name those of lower lines. */
export const LEVELS = [
  ["compact"],
  ["history", "log", "signals"],
  ["format", "store"],
  ["call"],
  ["tool", "value"],
  ["text"],
  ["tree"],
  ["failure"],
  ["clean", "redact"],
  ["marker", "measure", "tokens"],
  ["event"],
  ["forms", "options", "plain"],
  ["source", "facts"],
  ["refs"],
  ["error"],
  // Helpers that know nothing of texts or tools.
  ["hash", "number", "order", "quick", "sorted"],
];
/** A source of a text hands out facts about it, which read sources. */
const ONE_ROOM = ["source", "facts"];
/** Areas that use the library, so it never imports them. */
const USERS = ["command", "view", "playground"];
const AREAS = [
  [/^(evals|benches|lab)\//, "lab"],
  [/^js\/(src\/(cli|mcp)|cli)\//, "command"],
  [/^(www|js)\/view\//, "view"],
  [/^www\//, "playground"],
  [/^js\/src\//, "library"],
];
const SCRIPT = /\.([cm]?[jt]s|tsx)$/;
/** Statements at the beginning of a line, so that a test may hold a program in a string, and calls. */
const IMPORT = /(?:^(?:import|export)\b(?:[^"'`;]*\bfrom)?\s*|\b(?:import|require)\()["'`]([^"'`\n]+)["'`]/gm;
const JAVASCRIPT = /\b(wasm_bindgen|js_sys|web_sys|serde_wasm_bindgen|tooltrim_wasm)\b|include\w*!\("[^"]*\/js\//g;

const tracked = (...patterns) =>
  execFileSync("git", ["ls-files", "-z", ...patterns], { cwd: root, encoding: "utf8" })
    .split("\0")
    .filter(Boolean);

const read = (path) => readFileSync(join(root, path), "utf8");

/** The references that point the wrong way. */
export const directionProblems = () => [
  ...new Set([...coreReferences(tracked("src/*.rs"), read), ...imports(tracked(), read)]),
];

/**
 * The wrong references of the core: "file → room"; "file → room calls Type.method" for a method that a room calls of its
 * own type, and a higher room defines; "file → name" for names of JavaScript's side.
 */
export function coreReferences(paths, text) {
  const files = paths
    .filter((path) => !/(^|\/)tests(\/|\.rs$)/.test(path))
    .map((path) => ({ path, code: withoutTests(text(path)) }));
  const references = referencesIn(files);
  const implsOf = (room, type) =>
    files
      .filter(({ path }) => roomOf(path) === room)
      .flatMap(({ code }) => impls(code).filter(([name]) => name === type));
  // lib.rs joins them all.
  const own = files.filter(({ path }) => path !== "src/lib.rs");
  return own.flatMap((file) => {
    const { path, code } = file;
    const named = references(file);
    const wrong = named.map(([room]) => room).filter((room) => !isBelow(room, roomOf(path)));
    const methods = impls(code).flatMap(([type, body]) => {
      const [room] = named.find(([, names]) => names.includes(type)) ?? [];
      return [...body.matchAll(/\bfn (\w+)/g)]
        .filter(([, method]) => implsOf(room, type).some(([, other]) => other.includes(`self.${method}(`)))
        .map(([, method]) => `${room} calls ${type}.${method}`);
    });
    const names = [...code.matchAll(JAVASCRIPT)].map(([name]) => name);
    return [...wrong, ...methods, ...names].map((target) => `${path} → ${target}`);
  });
}

/** The depth of a room in LEVELS; that of a stranger is not a number, so that nothing is above or below it. */
const depthOf = (room) => LEVELS.findIndex((level) => level.includes(room)) + 1 || Number.NaN;

const isBelow = (room, other) => depthOf(room) > depthOf(other) || [room, other].every((one) => ONE_ROOM.includes(one));

/** The inherent implementations in a file: `[type, body]`. */
const impls = (code) =>
  [...code.matchAll(/^impl(?:<.*?>)? (\w+)(?:<.*?>)? \{\n([\s\S]*?)^\}$/gm)].map(([, type, body]) => [type, body]);

/** Where a file belongs: an area, or its top-level folder. */
const areaOf = (path) => AREAS.find(([pattern]) => pattern.test(path))?.[1] ?? path.split("/")[0];

/** The wrong imports outside the core: "file → file". Those of a package of the workspace count as of its folder. */
export function imports(paths, text) {
  const packages = new Map(
    paths
      .filter((path) => /^(www|js)\/view\/package\.json$/.test(path))
      .map((path) => [JSON.parse(text(path)).name, path]),
  );
  const ofScripts = paths
    .filter((path) => SCRIPT.test(path))
    .flatMap((path) =>
      [...withoutComments(text(path)).matchAll(IMPORT)].map(([, target]) => [
        path,
        target.startsWith(".") ? join(dirname(path), target).replaceAll("\\", "/") : packages.get(target),
      ]),
    );
  const ofCrates = paths
    .filter((path) => path.endsWith("Cargo.toml"))
    .flatMap((path) =>
      [...text(path).matchAll(/\{[^}]*path = "([^"]+)"/g)].map(([, target]) => [
        path,
        `${join(dirname(path), target)}/`,
      ]),
    );
  return [...ofScripts, ...ofCrates]
    .filter(([, target]) => target)
    .filter(([path, target]) => {
      const [from, to] = [areaOf(path), areaOf(target)];
      return from !== to && (to === "lab" || (from === "library" && USERS.includes(to)));
    })
    .map(([path, target]) => `${path} → ${target}`);
}

const withoutComments = (text) => text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, "");

if (process.argv[1] === import.meta.filename) for (const problem of directionProblems()) console.log(problem);
