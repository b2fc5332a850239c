// `wasm-pack build js/bindings`, for each of its targets that have a use here, and a call of each verb in what it made.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root, toolEnv } from "../env.mjs";

// How Node loads what a target makes; `bundler` imports the .wasm file as a module.
const targets = {
  nodejs: { flags: [], load: (file) => `require(${JSON.stringify(file)})` },
  web: {
    flags: [],
    load: (file) => `import("${pathToFileURL(file)}").then((made) => {
      made.initSync({ module: require("node:fs").readFileSync(${JSON.stringify(file.replace(/\.js$/, "_bg.wasm"))}) });
      return made;
    })`,
  },
  bundler: {
    flags: ["--experimental-wasm-modules", "--no-warnings"],
    load: (file) => `import("${pathToFileURL(file)}")`,
  },
};

const program = (loaded) => `(async () => {
  const { trim, computeTruncation, compactMessages } = await ${loaded};
  const refused = [() => trim("x", { maxChars: -1 }), () => computeTruncation([], 5)].map((call) => {
    try { return call(); } catch ({ code, message }) { return [code, message].join(": "); }
  });
  const calls = Array.from({ length: 40 }, (_, at) => ({ callId: "c" + at, name: "bash", args: { at }, result: "x".repeat(1000) }));
  const messages = [{ role: "user", content: "Go." }, ...calls.flatMap(({ callId, name, args, result }) => [
    { role: "assistant", content: [{ type: "tool_use", id: callId, name, input: args }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: callId, content: result }] },
  ])];
  const { shouldTruncate, truncatedCallIds } = computeTruncation(calls);
  const { changed, messages: sent, report } = compactMessages(messages, { window: { chars: 20_000 } });
  console.log(JSON.stringify([
    trim("x".repeat(1000), 100).text.length, trim("short", { maxChars: 9 }).text, refused,
    shouldTruncate, truncatedCallIds[0], changed, sent.length === messages.length && report.after.chars <= 20_000,
  ]));
})();`;

const expected = [
  ...[100, "short"],
  ["INVALID_OPTION: maxChars: -1 is not a number of 0 or more", "INVALID_OPTION: options: 5 is not an object"],
  ...[true, "c0", true, true],
];

/** Why it cannot run here, or undefined. */
export function missing() {
  try {
    execFileSync("wasm-pack", ["--version"], { env: toolEnv(), stdio: "ignore" });
  } catch {
    return "no wasm-pack: cargo install wasm-pack";
  }
}

/** Builds and calls each; returns a note, and throws if one answers anything else. */
export function wasmPack() {
  const folder = mkdtempSync(join(tmpdir(), "tooltrim-wasm-pack-"));
  try {
    for (const [target, { flags, load }] of Object.entries(targets)) {
      const out = join(folder, target);
      // A default name, and no download of what is not there; one of them with wasm-opt.
      const options = [
        "--target",
        target,
        "--out-dir",
        out,
        "--mode",
        "no-install",
        target === "web" ? [] : "--no-opt",
      ];
      run("wasm-pack", ["build", "js/bindings", ...options.flat()]);
      const answer = JSON.parse(run(process.execPath, [...flags, "-e", program(load(join(out, "tooltrim_wasm.js")))]));
      if (JSON.stringify(answer) !== JSON.stringify(expected)) throw new Error(`${target}: ${JSON.stringify(answer)}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return Object.keys(targets).join(", ");
}

const run = (program, args) =>
  execFileSync(program, args, { env: toolEnv(), cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
