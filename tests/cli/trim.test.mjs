// `tooltrim trim`: the library's result for each option, from a pipe, a file and a configuration.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { presets, trim } from "tooltrim";
import { COMMAND, environment, folder, home, start, tooltrim } from "./support.mjs";

const log = Array.from({ length: 9000 }, (_, at) =>
  at === 4321 ? "\x1b[31merror: disk full 💥\x1b[0m" : `step ${at} äöü 漢字 took ${at % 7} ms`,
).join("\n");
const files = folder();
const file = join(files, "build.log");
writeFileSync(file, log);

test("a pipe is trimmed without any word, as presets.terminal does", async () => {
  const { code, stdout, stderr } = await tooltrim([], { input: log });
  assert.equal(stdout, trim(log, presets.terminal).text);
  assert.match(stdout, /error: disk full 💥/);
  assert.deepEqual([code, stderr], [0, ""]);
});

test("a text within the limits comes out as it went in", async () => {
  for (const input of ["", "x", "x\n", "\uFEFFa\r\nb", "💥".repeat(9), "\0\0"]) {
    const { code, stdout } = await tooltrim(["--preset", "none"], { input });
    assert.deepEqual([code, stdout], [0, input]);
  }
});

const flags = [
  [["--max-chars", "500"], { maxChars: 500 }],
  [["--max-utf16", "500"], { maxUtf16: 500 }],
  [["--max-bytes", "1_000"], { maxBytes: 1000 }],
  [["--max-lines=12"], { maxLines: 12 }],
  [["--max-tokens", "1,000", "--token-margin", "1.5"], { maxTokens: 1000, tokenMargin: 1.5 }],
  [["--about", "what failed?", "--no-synonyms"], { about: "what failed?", synonyms: false }],
  [["--max-chars", "500", "--keep", "tail", "--no-rescue"], { maxChars: 500, keep: "tail", rescue: false }],
  [["--max-chars", "500", "--head-share", "0.9"], { maxChars: 500, headShare: 0.9 }],
  [["--max-chars", "500", "--head-chars", "60", "--tail-chars", "90"], { maxChars: 500, headChars: 60, tailChars: 90 }],
  [["--max-chars", "501", "--snap", "char", "--no-rescue"], { maxChars: 501, snap: "char", rescue: false }],
  [
    ["--max-chars", "500", "--marker", "[{omittedLines}]", "--trim-end"],
    { maxChars: 500, marker: "[{omittedLines}]", trimEnd: true },
  ],
  [["--max-chars", "500", "--rescue-share", "0.5"], { maxChars: 500, rescue: { share: 0.5 } }],
  [
    ["--max-chars", "500", "--rescue-include", "step 77 ", "--rescue-include", "step 99 "],
    { maxChars: 500, rescue: { include: ["step 77 ", "step 99 "] } },
  ],
  [["--max-chars", "500", "--rescue-exclude", "disk full"], { maxChars: 500, rescue: { exclude: ["disk full"] } }],
  [["--max-chars", "500", "--clean"], { maxChars: 500, clean: true }],
  [["--max-chars", "500", "--no-clean"], { maxChars: 500, clean: false }],
  [
    ["--max-chars", "500", "--clean-kinds", "ansi,repeated-lines"],
    { maxChars: 500, clean: { ansi: true, repeatedLines: true } },
  ],
];
for (const [args, options] of flags) {
  for (const preset of ["terminal", "none"]) {
    test(`${args.join(" ")} --preset ${preset}`, async () => {
      const { stdout, code } = await tooltrim(["trim", "-", ...args, "--preset", preset], { input: log });
      assert.equal(stdout, trim(log, { ...presets[preset], ...options }).text);
      assert.equal(code, 0);
    });
  }
}

test("each preset is the library's", async () => {
  const named = {
    ...{ terminal: presets.terminal, fileRead: presets.fileRead, search: presets.search, toolify: presets.toolify },
    ...{ field: presets.field(), checkpoint: presets.checkpoint(), response: presets.response() },
    ...{
      "contextTrimmer:tail": presets.contextTrimmer("tail"),
      "contextTrimmer:centerLines": presets.contextTrimmer("centerLines"),
    },
  };
  for (const [name, options] of Object.entries(named)) {
    assert.equal((await tooltrim(["--preset", name, file])).stdout, trim(log, options).text, name);
  }
});

test("JSON stays JSON", async () => {
  const json = JSON.stringify(Array.from({ length: 5000 }, (_, id) => ({ id, name: `user ${id}` })));
  const { stdout } = await tooltrim(["--preset", "apiResponse", "--max-bytes", "2000"], { input: json });
  assert.equal(stdout, trim(json, { ...presets.apiResponse, maxBytes: 2000 }).text);
  assert.ok(Array.isArray(JSON.parse(stdout)));
});

test("--json gives the library's result, in the units asked for", async () => {
  const { stdout } = await tooltrim(["trim", "--max-chars", "300", "--count", "bytes,tokens", "--json", file]);
  assert.deepEqual(JSON.parse(stdout), {
    ...trim(log, { ...presets.terminal, maxChars: 300, count: ["bytes", "tokens"] }),
  });
});

test("a text of many MB is trimmed as it arrives, with the result of the whole", async () => {
  const long = `${log}\n`.repeat(40);
  const { stdout } = await tooltrim(["--max-chars", "9000"], { input: long });
  assert.equal(stdout, trim(long, { ...presets.terminal, maxChars: 9000 }).text);
});

test("memory follows the limit, not the input", { skip: process.platform !== "linux" && "reads /proc" }, async () => {
  const child = start([]);
  child.stdout.resume();
  const block = Buffer.from(log.repeat(4));
  let peak = 0;
  for (let written = 0; written < 150e6; written += block.length) {
    if (!child.stdin.write(block)) await new Promise((resolve) => child.stdin.once("drain", resolve));
    const [, size] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"));
    peak = Math.max(peak, Number(size));
  }
  child.stdin.end();
  await new Promise((resolve) => child.on("close", resolve));
  assert.ok(peak < 150_000, `${peak} KB`);
});

test("bytes that are not UTF-8 are read as U+FFFD, or refused", async () => {
  const input = Buffer.from([0x61, 0xff, 0x62, 0x0a]);
  assert.equal((await tooltrim([], { input })).stdout, "a\uFFFDb\n");
  const { code, stderr } = await tooltrim(["--decode", "strict"], { input });
  assert.equal(code, 1);
  assert.match(stderr, /^tooltrim: .*byte 1/);
});

test("with --redact, too, strict decoding refuses bytes that are not UTF-8", async () => {
  const { code, stderr } = await tooltrim(["trim", "--redact", "--decode", "strict"], {
    input: Buffer.from([97, 0xff]),
  });
  assert.deepEqual([code, /byte 1 \(0xff\) is not UTF-8/.test(stderr)], [1, true], stderr);
});

test("a reader that has gone is no error", { skip: process.platform === "win32" }, () => {
  const script = `"${process.execPath}" "${COMMAND}" --preset none --max-chars 5000000 "${file}" | head -c 1; echo " \${PIPESTATUS[*]}"`;
  const { stdout, stderr } = spawnSync(
    "bash",
    [
      "-c",
      `for i in 1 2 3 4 5 6 7; do cat "${file}"; done > "${file}7"; ${script.replace(`"${file}" |`, `"${file}7" |`)}`,
    ],
    { encoding: "utf8", env: environment },
  );
  assert.deepEqual([stdout, stderr], ["s 0 0\n", ""]);
});

test("the nearest .tooltrimrc.json gives defaults, and flags come first", async () => {
  const nested = join(files, "a", "b");
  mkdirSync(nested, { recursive: true });
  writeFileSync(
    join(files, ".tooltrimrc.json"),
    JSON.stringify({ $schema: "./x", trim: { preset: "none", maxChars: 200, keep: "tail" } }),
  );
  const run = async (args) => (await tooltrim(args, { input: log, cwd: nested })).stdout;
  assert.equal(await run([]), trim(log, { maxChars: 200, keep: "tail" }).text);
  assert.equal(await run(["--keep", "head"]), trim(log, { maxChars: 200, keep: "head" }).text);
  assert.equal(await run(["--no-config"]), trim(log, presets.terminal).text);
  writeFileSync(join(home, "own.json"), '{"trim":{"preset":"search"}}');
  assert.equal(await run(["--config", join(home, "own.json")]), trim(log, presets.search).text);
});

const wrong = [
  ['{"trim":{"maxchars":3}}', /rc\.json: trim\.maxchars: is not one of preset, maxChars/],
  ['{"trims":{}}', /trims: is not one of \$schema, trim, store, compact/],
  ['{"trim":[]}', /trim: \[\] is not an object/],
  ['{"trim":', /is not JSON: /],
  ["[]", /rc\.json: \[\] is not an object/],
  ['{"trim":{"preset":"nope"}}', /trim\.preset: "nope" is not one of terminal, /],
  ['{"trim":{"preset":"constructor"}}', /trim\.preset: "constructor" is not one of/],
  ['{"trim":{"preset":5}}', /trim\.preset: 5 is not one of/],
  ['{"store":{"folder":5}}', /store\.folder: 5 is not a string/],
  ['{"__proto__":{"trim":{}}}', /__proto__: is not one of/],
  ['{"trim":{"rescue":{"shares":1}}}', /trim\.rescue\.shares: is not one of share/],
  ['{"compact":{"window":{"pages":1}}}', /compact\.window\.pages: is not one of tokens/],
  ['{"trim":{"maxChars":"many"}}', /trim\.maxChars: "many" is not a number/],
];
for (const [config, message] of wrong) {
  test(`a configuration ${config} is refused in one sentence`, async () => {
    const cwd = folder();
    writeFileSync(join(cwd, ".tooltrimrc.json"), config);
    const { code, stdout, stderr } = await tooltrim([], { input: log, cwd });
    assert.match(stderr, message);
    assert.deepEqual([code, stdout], [2, ""]);
  });
}

const refused = [
  [["--max-chars", "lots"], /--max-chars: "lots" is not a number/],
  [["--max-chars", "-1"], /maxChars: -1 is not/],
  [["--max-chars", "NaN"], /--max-chars: "NaN" is not a number/],
  [["--keep", "middle"], /'middle' is invalid. Allowed choices are head, tail, ends, none/],
  [["--clean-kinds", "dirt"], /--clean-kinds: "dirt" is not one of ansi/],
  [["--marker", "{count", "--max-chars", "10"], /marker: /],
  [["--nonsense"], /unknown option '--nonsense'/],
  [["trim", "a", "b"], /too many arguments/],
  [["--preset", "x"], /'x' is invalid/],
];
for (const [args, message] of refused) {
  test(`${args.join(" ")} is refused, with the way out`, async () => {
    const { code, stdout, stderr } = await tooltrim(args, { input: log });
    assert.match(stderr, message);
    assert.match(stderr, /\nTry: tooltrim (trim )?--help\n$/);
    assert.deepEqual([code, stdout], [2, ""]);
  });
}
