// Paths that calls write or name, and whether a text still contains a path.

import { stringsIn } from "./read.mjs";
import { wordsOf, writtenBy } from "./shell.mjs";

const WRITES = /(?:^|_)(?:write|edit|multiedit|editor|create|replace|insert|append|patch|overwrite|update)(?:_|$)/;
const READS = /^(?:view|read|undo_edit)$/;
const SHELL_KEYS = ["command", "cmd", "commands", "script"];
const PATH_KEY =
  /^(?:(?:absolute|file|notebook|relative|target|old|new)_?)?(?:path|file|filename|filepath|uri)s?$|^file_name$/;
const PATCH_HEAD = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm;
const DIFF_HEAD = /^\+\+\+ (?:b\/)?([^\t\n]+)/gm;

const WITH_FOLDER = /^(?:~|[A-Za-z]:)?[\w@.+-]*(?:\/[\w@.+~[\]-]+)+\/?$/;
const BARE = new RegExp(
  `^[\\w@+-][\\w@.+-]*\\.(?:${[
    "[cm]?[jt]sx?|jsonl?|jsonc|mdx?|py|pyi|ipynb|rs|go|java|kts?|swift|[ch](?:pp|xx)?|cs|rb|ru|php|sh|bash|zsh|sql|vue|svelte",
    "toml|ya?ml|lock|txt|html?|s?css|less|svg|png|csv|xml|ini|cfg|conf|env|wasm|gradle|proto|tf|patch|diff",
  ].join("|")})$`,
);

const snake = (name) => name.replace(/([a-z\d])([A-Z])/g, "$1_$2").toLowerCase();

/** Returns the scripts of a shell call in any tool's form: a text, or a list whose last text is the script. */
export function scriptsOf({ name, args }) {
  if (/edit/i.test(name)) return [];
  return Object.entries(args ?? {})
    .filter(([key]) => SHELL_KEYS.includes(key))
    .flatMap(([key, value]) => (Array.isArray(value) && key === "command" ? [shellOf(value)] : stringsIn(value)));
}

/** `["bash", "-lc", "…"]` is a script, `["ls", "-l"]` a command. */
const shellOf = (words) => (/^-\w*c$/.test(words[1] ?? "") ? String(words[2]) : words.join(" "));

export function isPath(text) {
  const bare = clean(text);
  if (bare.length > 250 || !/[A-Za-z]/.test(bare) || bare.startsWith("/dev/")) return false;
  if (/^(?:s|y)\/.*\/[gim]*$/.test(bare) || /^@[\w-]+\/[\w-]+$/.test(bare)) return false;
  return WITH_FOLDER.test(bare) || BARE.test(bare);
}

/** Without the place in the file, a leading `./`, and the slash of a folder. */
export const clean = (path) =>
  path
    .trim()
    .replace(/(?::\d+)+$/, "")
    .replace(/^(?:\.\/)+/, "")
    .replace(/(?<=.)\/+$/, "");

/** Paths of write, edit and patch calls and of plain shell writes. */
export function editedPaths(call) {
  const found = scriptsOf(call).flatMap((script) => [
    ...writtenBy(script).filter((path) => /^[\w.~/@+-]*[A-Za-z][\w./@+-]*$/.test(path)),
    ...heads(script, PATCH_HEAD),
  ]);
  const name = snake(call.name);
  if (WRITES.test(name) && !READS.test(call.args?.command ?? "")) found.push(...pathValues(call.args));
  if (/patch|diff/.test(name)) {
    for (const text of stringsIn(call.args)) found.push(...heads(text, PATCH_HEAD), ...heads(text, DIFF_HEAD));
  }
  return distinct(found.map(clean).filter((path) => path !== "" && !path.startsWith("/dev/")));
}

const heads = (text, pattern) => [...text.matchAll(pattern)].map(([, path]) => path.trim());

/** Values of members that are called like paths, at any depth. */
function pathValues(value) {
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, each]) => {
    if (typeof each === "string") return PATH_KEY.test(snake(key)) && !/\s{2}|\n/.test(each) ? [each] : [];
    return pathValues(each);
  });
}

/** Paths that a call names: whole values, words of commands, heads of patches. What is in a file is not meant. */
export function argumentPaths(call) {
  const words = scriptsOf(call).flatMap((script) => [...wordsOf(script), ...heads(script, PATCH_HEAD)]);
  const named = [...stringsIn(call.args).filter((text) => !/\s/.test(text)), ...words].filter(isPath).map(clean);
  return distinct([...named, ...editedPaths(call)]);
}

const distinct = (values) => [...new Set(values)];

/** Returns `true` for a whole path, not a part of another one: `data.ts`, `a.tsx` and `lib/a.ts` do not contain */
/** `a.ts`. */
export function hasPath(text, path) {
  for (let at = text.indexOf(path); at >= 0; at = text.indexOf(path, at + 1)) {
    const before = text.slice(Math.max(0, at - 2), at);
    const after = text.slice(at + path.length, at + path.length + 2);
    if (startsPath(before, path) && !/^(?:[\w-]|\.\w)/.test(after)) return true;
  }
  return false;
}

function startsPath(before, path) {
  if (/[\w.~@-]$/.test(before)) return false;
  // `/home/me/src/a.ts` contains `src/a.ts`: both name the same file.
  return !before.endsWith("/") || path.includes("/") || before.endsWith("./");
}
