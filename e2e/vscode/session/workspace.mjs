// A repository in memory with tools that do what their names say: files are read and edited, and what the tests of a
// module print follows from what is in its file.
import { modules } from "./modules.mjs";

export class Workspace {
  #files = new Map();

  constructor() {
    const script = {
      name: "shop",
      private: true,
      scripts: { test: "vitest run" },
      devDependencies: { vitest: "^4.1.0" },
    };
    this.#files.set("package.json", JSON.stringify(script, null, 2));
    this.#files.set(
      "README.md",
      `# Shop\n\n${modules.map(({ path, symbol }) => `- \`${path}\`: \`${symbol}\``).join("\n")}\n`,
    );
    for (const { path, source, testPath, test } of modules) {
      this.#files.set(path, source);
      this.#files.set(testPath, test);
    }
  }

  /** The tool's result as text; what goes wrong is a text, too, as agents have it. */
  run(name, input) {
    const tool = tools[name];
    return tool ? tool(this.#files, input) : `Error: there is no tool ${name}`;
  }
}

const tools = {
  read_file(files, { filePath }) {
    const text = files.get(filePath);
    return text ?? `Error: ENOENT: no such file or directory, open '${filePath}'`;
  },

  list_dir(files, { path }) {
    const inside = [...files.keys()].filter((file) => path === "." || file.startsWith(`${path}/`));
    return inside.sort().join("\n") || `Error: ENOENT: no such file or directory, scandir '${path}'`;
  },

  grep_search(files, { query }) {
    const hits = [];
    for (const [file, text] of files) {
      for (const [at, line] of text.split("\n").entries()) {
        if (line.includes(query)) hits.push(`${file}:${at + 1}: ${line.trim()}`);
      }
    }
    return hits.length > 0 ? `${hits.length} matches\n${hits.join("\n")}` : "No matches found";
  },

  replace_string_in_file(files, { filePath, oldString, newString }) {
    const text = files.get(filePath);
    if (text === undefined) return `Error: ENOENT: no such file or directory, open '${filePath}'`;
    if (text.split(oldString).length !== 2) return `Error: oldString does not occur once in ${filePath}`;
    files.set(
      filePath,
      text.replace(oldString, () => newString),
    );
    return `The file ${filePath} was edited: 1 line replaced.`;
  },

  run_in_terminal(files, { command }) {
    const [, testPath] = /^npm test(?: -- (\S+))?$/.exec(command) ?? [];
    if (!command.startsWith("npm test")) return `sh: 1: ${command.split(" ")[0]}: not found\nexit code: 127`;
    const tested = modules.filter((module) => !testPath || module.testPath === testPath);
    if (tested.length === 0) return `No test files found, exiting with code 1\n\nfilter: ${testPath}\nexit code: 1`;
    const failed = tested.filter(({ path, wrong }) => files.get(path).includes(wrong));
    const lines = ["", "> shop@1.0.0 test", "> vitest run", "", ` RUN  v4.1.12 ${testPath ?? ""}`, ""];
    for (const module of tested) lines.push(...printed(module, failed.includes(module)));
    lines.push(
      "",
      ` Test Files  ${failed.length > 0 ? `${failed.length} failed | ` : ""}${tested.length - failed.length} passed (${tested.length})`,
      `      Tests  ${failed.length * 18} failed | ${(tested.length - failed.length) * 18} passed (${tested.length * 18})`,
      "   Duration  612ms",
      `exit code: ${failed.length > 0 ? 1 : 0}`,
    );
    return lines.join("\n");
  },
};

function printed({ path, testPath, symbol, line, wrong, source, expected, received }, failed) {
  const cases = Array.from({ length: 18 }, (_, n) => n);
  if (!failed)
    return [` ✓ ${testPath} (18 tests) 9ms`, ...cases.map((n) => `   ✓ ${symbol} > adds, case ${n + 1} 1ms`)];
  const around = source.split("\n").slice(line - 3, line + 2);
  const frame = around.map((text, at) => `${at === 2 ? "> " : "  "}${String(line - 2 + at).padStart(4)}|${text}`);
  return [
    ` ❯ ${testPath} (18 tests | 18 failed) 14ms`,
    ...cases.flatMap((n) => [
      ` FAIL  ${testPath} > ${symbol} > adds, case ${n + 1}`,
      `AssertionError: expected ${received + n} to be ${expected + n} // Object.is equality`,
      ` - Expected   ${expected + n}`,
      ` + Received   ${received + n}`,
      ` ❯ ${symbol} ${path}:${line}:${wrong.indexOf("base") + 1}`,
      ...(n === 0 ? frame : []),
      "",
    ]),
  ];
}
