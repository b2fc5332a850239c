// The crate itself, and the Python package.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/env.mjs";
import { environment } from "../../scripts/lib/python.mjs";
import { ask, notRun } from "./ask.mjs";

export const nativeHosts = ({ file }) => [
  {
    name: 'Rust, the crate, `opt-level = "z"` as all here',
    version: () => /rustc (\S+)/.exec(ask("rustc", ["--version"]))[1],
    golden: () => "writes them",
    run: () =>
      JSON.parse(ask("cargo", ["run", "--release", "--quiet", "--package", "tooltrim-native", "--bin", "host", file])),
  },
  {
    name: "Python, `tooltrim-core`",
    version: () => /\S+$/.exec(ask(python(), ["--version"]).trim())[0],
    golden() {
      const tests = ["-m", "pytest", "tests/test_golden.py", "-q", "-p", "no:cacheprovider"];
      const [, passed] = /^(\d+) passed/m.exec(ask(python(), tests, { cwd: join(root, "python") }));
      return `${passed} tests of all files`;
    },
    bytes() {
      const folder = join(root, "target/python/dist");
      return statSync(
        join(
          folder,
          readdirSync(folder).find((name) => name.endsWith(".whl")),
        ),
      ).size;
    },
    run: () => JSON.parse(ask(python(), [join(import.meta.dirname, "package.py"), file])),
  },
];

/** Where `npm test -- python` has installed the wheel. */
function python() {
  const { python, stamp } = environment("test");
  try {
    readFileSync(stamp);
  } catch {
    throw notRun("npm test -- python makes its environment");
  }
  return python;
}
