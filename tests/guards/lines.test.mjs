import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { lineProblems, lines, missing, testLines, writeLines } from "../../scripts/lib/lines.mjs";

/** A repository of its own, with `write` and `commit`, which are given paths with numbers of lines, and a message. */
function repository(context) {
  const folder = mkdtempSync(join(tmpdir(), "tooltrim-lines-"));
  context.after(() => rmSync(folder, { recursive: true }));
  const git = (...args) => execFileSync("git", ["-c", "user.name=n", "-c", "user.email=e", ...args], { cwd: folder });
  git("init", "--quiet");
  mkdirSync(join(folder, "scripts"));
  const write = (files) => {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), typeof content === "number" ? "//\n".repeat(content) : content);
    }
    git("add", "--all");
  };
  const commit = (message) => {
    git("add", "--all");
    git("commit", "--quiet", "--allow-empty", "--message", message);
  };
  commit("Empty");
  return { folder, write, commit };
}

const START = { "src/a.rs": 5000, "src/b/tests.rs": 3000, "js/src/index.ts": 500 };

test("growth beyond 1 % fails until the list is raised in a commit that says why", (context) => {
  const { folder, write, commit } = repository(context);
  write(START);
  writeLines(folder);
  commit("First");
  assert.deepEqual(lineProblems(folder).problems, []);

  write({ "src/a.rs": 5050, "js/src/index.ts": 504 });
  assert.deepEqual(lineProblems(folder).problems, []);
  write({ "src/a.rs": 5051 });
  assert.deepEqual(lineProblems(folder).problems, ["src: 5051 lines of source, listed are 5000"]);

  writeLines(folder);
  assert.match(lineProblems(folder).note, /the commit that raises src needs a line "Lines: REASON"/);
  commit("More");
  const [problem, ...others] = lineProblems(folder).problems;
  assert.match(problem, /raises src in scripts\/lines.json without a line "Lines: REASON"/);
  assert.deepEqual(others, []);

  write({ "src/b/tests.rs": 3100 });
  writeLines(folder);
  commit("Tests\n\nLines: a new room needs tests");
  assert.deepEqual(lineProblems(folder), { problems: [], note: undefined });
});

test("the total may grow by 1 %, even if each of many small folders stays within its allowance", (context) => {
  const { folder, write } = repository(context);
  const many = (count) => Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`r${at}/a.ts`, count]));
  write(many(100));
  writeLines(folder);
  write(many(101));
  assert.deepEqual(lineProblems(folder).problems, []);
  write(many(102));
  assert.deepEqual(lineProblems(folder).problems, ["total: 918 lines of source, listed are 900"]);
});

test("small growth is not recorded, so that it adds up; what shrank is", (context) => {
  const { folder, write } = repository(context);
  write(START);
  writeLines(folder);
  write({ "src/a.rs": 5040, "src/b/tests.rs": 2000 });
  writeLines(folder);
  write({ "src/a.rs": 5060, "src/b/tests.rs": 2030 });
  assert.deepEqual(lineProblems(folder).problems.slice(0, 2), [
    "src: 5060 lines of source, listed are 5000",
    "src: 2030 lines of tests, listed are 2000",
  ]);
});

test("declarations, data, generated files and untracked files do not count", (context) => {
  const { folder, write } = repository(context);
  write({
    "js/src/a.d.ts": 9,
    "src/a.json": 9,
    "Cargo.lock": 9,
    LICENSE: 9,
    "src/table.rs": "//! Made by a test; never edit by hand.\n",
    "scripts/run": "#!/bin/sh\n",
    "python/tests/test_a.py": 4,
    "e2e/a/b.mjs": 3,
  });
  writeFileSync(join(folder, "untracked.ts"), "//\n");
  assert.deepEqual(lines(folder), {
    e2e: { source: 0, tests: 3 },
    python: { source: 0, tests: 4 },
    scripts: { source: 1, tests: 0 },
  });
});

test("modules of tests in Rust files are tests", () => {
  const module = "#[cfg(test)]\nmod tests {\n    fn a() {\n    }\n}\n";
  assert.equal(testLines(`fn a() {\n}\n\n${module}\nfn b() {}\n`), 5);
  assert.equal(testLines("#[cfg(test)]\nmod tests;\n\n#[cfg(test)]\nfn a() {\n}\n"), 0);
});

test("without git there is nothing to compare", (context) => {
  const folder = mkdtempSync(join(tmpdir(), "tooltrim-lines-"));
  context.after(() => rmSync(folder, { recursive: true }));
  assert.match(missing(folder), /no git repository/);
});
