// Fetching, checking, converting.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { readSessionLog } from "tooltrim/logs";
import { FORMATS } from "../../compare/formats.mjs";
import { callsOf } from "../../compare/history/calls.mjs";

const RAW = "https://raw.githubusercontent.com";
const TIMEOUT_MS = 120_000;
const TRIES = 4;
const MOST_BYTES = 100_000_000;

const sumOf = (bytes) => createHash("sha256").update(bytes).digest("hex");

/**
 * `{ name, state, why }` of each recipe: `ok` (its sum is right), `recorded` (there was none: it is in FOLDER/sums.json now),
 * `empty` (nothing of it is a call) or `failed`. What is there already with the right sum is not fetched again.
 */
export async function fetchAll(recipes, folder, { baseUrl = RAW, say = () => {} } = {}) {
  mkdirSync(join(folder, "raw"), { recursive: true });
  const sumsFile = join(folder, "sums.json");
  const sums = existsSync(sumsFile) ? JSON.parse(readFileSync(sumsFile, "utf8")) : {};
  const results = [];
  for (const recipe of recipes) {
    const result = await fetchOne(recipe, folder, sums, baseUrl);
    writeFileSync(sumsFile, `${JSON.stringify(sums, undefined, 1)}\n`);
    say(`${result.name}: ${result.state}${result.why ? `: ${result.why}` : ""}`);
    results.push(result);
  }
  return results;
}

async function fetchOne(recipe, folder, sums, baseUrl) {
  const { name, repository, commit, path, sha256 } = recipe;
  const fail = (why) => ({ name, state: "failed", why });
  if (!/^[\w.-]+$/.test(name)) return fail("the name is no file name");
  const raw = join(folder, "raw", `${name}${extname(path)}`);
  const wanted = sha256 ?? sums[name];
  try {
    let bytes = existsSync(raw) ? readFileSync(raw) : undefined;
    if (bytes === undefined || sumOf(bytes) !== wanted) {
      const place = path.split("/").map(encodeURIComponent).join("/");
      bytes = await download(`${baseUrl}/${repository}/${commit}/${place}`);
      const sum = sumOf(bytes);
      if (wanted !== undefined && sum !== wanted) {
        rmSync(raw, { force: true });
        return fail(`its SHA-256 is ${sum}, not ${wanted}`);
      }
      writeFileSync(raw, bytes);
    }
    sums[name] = sumOf(bytes);
    const converted = convert(bytes.toString("utf8"), recipe, folder);
    return converted ? { name, state: sha256 ? "ok" : "recorded" } : { name, state: "empty" };
  } catch (error) {
    return fail(String(error.message));
  }
}

/** Waits as long as the server says; other client errors are final. */
async function download(url) {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.ok) {
      const bytes = Buffer.from(await response.arrayBuffer());
      if (bytes.length > MOST_BYTES) throw new Error(`${bytes.length} bytes are too many`);
      return bytes;
    }
    await response.body?.cancel();
    const mayPass = response.status === 429 || response.status >= 500;
    if (!mayPass || attempt === TRIES) throw new Error(`${url} answers ${response.status}`);
    await wait(1000 * (Number(response.headers.get("retry-after")) || 2 ** attempt));
  }
}

/** Writes the session as the evaluations read it; `false` for one without calls. */
function convert(text, { name, set, repository, commit, path, licence }, folder) {
  const { format, messages, agent } = readSessionLog(text);
  if (callsOf(messages).length === 0) return false;
  const home = Object.keys(FORMATS).find((each) => FORMATS[each] === format);
  // Nobody looked at a fresh session, whatever is known of its repository.
  const source = {
    repo: repository,
    commit,
    path,
    licence,
    agentFormat: agent,
    ...(set === "fresh" && { set: "b" }),
  };
  mkdirSync(join(folder, "sessions", home), { recursive: true });
  writeFileSync(join(folder, "sessions", home, `${name}.json`), JSON.stringify({ source, format: home, messages }));
  return true;
}
