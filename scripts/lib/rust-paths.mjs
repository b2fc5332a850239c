// References between the top-level modules of the core, read from its text: for scripts/lib/directions.mjs.

import { testModules } from "./lines.mjs";

/** Code without comments and without modules and imports that only tests have. */
export const withoutTests = (text) =>
  text
    .replace(testModules, "")
    .replace(/#\[cfg\(test\)\]\n(pub(\(.*\))? )?use [^;]*;/g, "")
    .replace(/(^|\s)\/\/.*$/gm, "$1");

/** The room of a file: its top-level module. */
export const roomOf = (path) => path.split("/")[1].replace(/\.rs$/, "");

/**
 * A function from a file, `{ path, code }`, to what it names of other rooms: `[room, names]`. Exports of lib.rs lead to
 * their rooms; macros of its `#[macro_use]` modules need no path.
 */
export function referencesIn(files) {
  const lib = files.find(({ path }) => path === "src/lib.rs")?.code ?? "";
  const exported = exportsOf(lib);
  const rooms = new Set(files.map(({ path }) => roomOf(path)));
  const everywhere = [...lib.matchAll(/#\[macro_use\]\nmod (\w+);/g)].map(([, room]) => room);
  const macros = files
    .filter(({ path }) => everywhere.includes(roomOf(path)))
    .flatMap(({ path, code }) => [...code.matchAll(/macro_rules! (\w+)/g)].map(([, name]) => [name, roomOf(path)]));
  const roomBehind = ([first, second]) =>
    rooms.has(first) ? first : (exported.get(`${first}::${second}`) ?? exported.get(first) ?? `crate::${first}`);
  return ({ path, code }) => {
    const named = new Map();
    const add = (room, name) => named.set(room, [...(named.get(room) ?? []), name]);
    for (const found of pathsIn(path, code)) add(roomBehind(found), found.at(-1));
    for (const [name, room] of macros) if (new RegExp(`\\b${name}! ?[{([]`).test(code)) add(room, name);
    named.delete(roomOf(path));
    return [...named];
  };
}

/** The room behind each name that lib.rs exports: `name`, or `module::name` of a module that joins some. */
function exportsOf(lib) {
  const exported = new Map();
  const add = (text, prefix) => {
    for (const [, tree] of text.matchAll(/pub use (?:crate::)?([^;]+);/g))
      for (const path of expand(tree)) exported.set(`${prefix}${path.at(-1)}`, path[0]);
  };
  const joined = /^pub mod (\w+) \{\n([\s\S]*?)^\}$/gm;
  for (const [, name, body] of lib.matchAll(joined)) add(body, `${name}::`);
  add(lib.replace(joined, ""), "");
  return exported;
}

/** The paths from the root of the crate that a file has in `use` lines or inline, as lists of names. */
function pathsIn(path, code) {
  const module = path.replace(/^src\/|(\/mod)?\.rs$/g, "").split("/");
  return [...code.matchAll(/(?<![\w:])(\$?crate|super(?:::super)*)::/g)].flatMap((match) => {
    const depth = match[1].endsWith("crate") ? module.length : match[1].split("::").length;
    // Of a path into the file's own room, nothing is to be known.
    if (depth < module.length) return [];
    return expand(treeAt(code, match.index + match[0].length));
  });
}

/** The text of a tree of paths that begins here: `a::{b, c::d}`. */
function treeAt(code, start) {
  let depth = 0;
  for (let at = start; at < code.length; at += 1) {
    if (code[at] === "{") depth += 1;
    if (code[at] === "}") depth -= 1;
    if (depth < 0 || (depth === 0 && /[^\w:{}*]/.test(code[at]))) return code.slice(start, at);
  }
  return code.slice(start);
}

/** `a::{b, c::d}` as its paths: a, b and a, c, d. */
function expand(tree) {
  const open = tree.indexOf("{");
  if (open < 0) return [tree.trim().split(/ as /)[0].split("::").filter(Boolean)];
  const before = tree.slice(0, open).trim().split("::").filter(Boolean);
  const parts = [""];
  let depth = 0;
  for (const char of tree.slice(open + 1, tree.lastIndexOf("}"))) {
    if (char === "{") depth += 1;
    if (char === "}") depth -= 1;
    if (char === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += char;
  }
  return parts.filter((part) => part.trim()).flatMap((part) => expand(part).map((path) => [...before, ...path]));
}
