// Typical calls of an agent in a project: it searches, reads, runs the tests, edits, and sometimes fails.

/** Each file has its own names, like real files: a plan reads them. */
const code = (n) =>
  [
    `export async function load${n}(path: string, options: Options = {}): Promise<Table${n % 90}> {`,
    `  const text${n % 7} = await readFile(join(root, "tables", path), "utf8");`,
    `  if (text${n % 7} === "") throw new TableError(\`\${path}: "no rows" at line ${n}\`);`,
    `  return parse${n % 300}(text${n % 7}, { ...options, separator: "\\t", limit: ${(n * 37) % 4096} });`,
    `}`,
    "",
  ].join("\n");
const hit = (n) =>
  `src/module${n % 700}/index.ts:${n % 300}:  return parse${n % 300}(text, { limit: ${(n * 37) % 4096} });\n`;
const log = (n) =>
  [
    `2026-03-01T12:${10 + (n % 50)}:07.${100 + (n % 900)}Z INFO  [worker-${n % 8}] GET "/api/tables/${n}?full=1" 200 in ${n % 90} ms`,
    `2026-03-01T12:${10 + (n % 50)}:08.${100 + (n % 900)}Z WARN  retry ${n % 3}: {"code":"ECONNRESET","host":"db-${n % 5}"}`,
    `\tat Object.query (/srv/app/src/tables/client${n % 60}.ts:${n % 400}:17)`,
    "",
  ].join("\n");

/** Lines of a kind from the n-th on, of the given size, with a beginning and an end. */
function text(line, n, size, before = "", after = "") {
  const lines = [before];
  let units = before.length + after.length;
  for (let at = n * 5; units < size; at += 1) units += lines[lines.push(line(at)) - 1].length;
  return lines.join("").slice(0, Math.max(0, size - after.length)) + after;
}

const file = (n) => `/home/dev/service/src/module${n % 700}/index.ts`;
const range = (n) => ({ startLine: 1 + ((n * 40) % 400), endLine: 80 + ((n * 40) % 400) });
const tests = (n) => ({ command: `cd /home/dev/service && npm test -- module${n % 700}`, isBackground: false });
const failure = `FAIL src/module/index.test.ts\n  AssertionError: expected 3 rows, got "none"\n    at load (src/module/index.ts:31:9)\n`;
const edit = (n, size) => ({
  filePath: file(n),
  oldString: text(code, n, Math.floor(size * 0.4)),
  newString: text(code, n + 1, Math.floor(size * 0.4)),
});

/** Ten calls about the n-th file: what is called, and what comes back; about `size` units each. */
const steps = [
  (n, size) => ["grep_search", { query: `load${n}|parse${n % 300}`, isRegexp: true }, text(hit, n, size)],
  (n, size) => ["read_file", { filePath: file(n), ...range(n) }, text(code, n, size)],
  (n, size) => ["read_file", { filePath: file(n + 1), ...range(n + 1) }, text(code, n + 400, size)],
  (n, size) => ["run_in_terminal", tests(n), text(log, n, size, failure, "\nCommand exited with code 1\n"), true],
  (n, size) => [
    "replace_string_in_file",
    edit(n, size),
    text(code, n, Math.floor(size * 0.2), "Done. A part of it:\n"),
  ],
  (n, size) => ["run_in_terminal", tests(n), text(log, n + 9, size, "", "\nTests: 31 passed\n")],
  (n, size) => ["read_file", { filePath: file(n), ...range(n) }, text(code, n + 1, size)],
  (n, size) => [
    "run_in_terminal",
    { command: `git log -n 5 -- ${file(n)}`, isBackground: false },
    text(log, n + 5, size),
  ],
  (n, size) => [
    "replace_string_in_file",
    { ...edit(n, 300) },
    text(code, n, size, "Error: oldString was not found in:\n"),
    true,
  ],
  (n, size) => ["create_file", { filePath: file(n + 7), content: text(code, n + 70, size) }, "The file was created."],
];

/** `count` exchanges, with `size` units each besides names and ids: `{ id, name, args, result, failed }`. */
export function exchangesOf(count, size) {
  const drawn = Array.from({ length: count }, (_, n) => {
    const [name, args, result, failed = false] = steps[n % steps.length](Math.floor(n / steps.length) * 11, size);
    return { id: `toolu_${String(n).padStart(6, "0")}`, name, args, result, failed };
  });
  // Read from JSON, as a host reads them: each text is a flat string of its own.
  return JSON.parse(JSON.stringify(drawn));
}
