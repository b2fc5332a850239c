// tsc, eslint, a bundler.

const tsKinds = [
  [2322, (n) => `Type 'string | undefined' is not assignable to type '${n}'.`],
  [2339, (n) => `Property '${n}' does not exist on type 'Session'.`],
  [2345, (n) => `Argument of type '{ id: number; }' is not assignable to parameter of type '${n}'.`],
  [2304, (n) => `Cannot find name '${n}'.`],
  [7006, (n) => `Parameter '${n}' implicitly has an 'any' type.`],
  [2554, (n) => `Expected 2 arguments, but got 3 (${n}).`],
];

export const tsc = (r) => ({
  intro: `> web@${r.int(1, 9)}.0.0 build\n> tsc -b --verbose --listFiles\n`,
  before: () => `/srv/web/node_modules/@types/${r.stem()}/${r.path("-")}-${r.int(1, 9999)}.d.ts`,
  decoys: [
    () => `/srv/web/src/errors/TypeError${r.int(1, 99)}.ts`,
    () => `/srv/web/src/${r.folder()}/error-boundary-${r.int(1, 999)}.tsx`,
    () =>
      `[10:${r.int(10, 59)}:${r.int(10, 59)}] Project 'packages/${r.stem()}/tsconfig.json' is up to date with .d.ts files. Found 0 errors.`,
    () => `/srv/web/node_modules/http-errors/index-${r.int(1, 99)}.d.ts`,
    () => `/srv/web/node_modules/failed-login/lib-${r.int(1, 99)}.d.ts`,
  ],
  blocks: r.some(tsKinds, r.failures).map(
    ([
      code,
      message,
    ]) => `▷src/${r.path("-")}-${r.int(1, 99)}.ts(${r.int(3, 400)},${r.int(3, 60)}): error TS${code}: ${message(r.camel())}
  The types of '${r.stem()}.${r.stem()}' are incompatible between these types.
    Type 'undefined' is not assignable to type 'string'.`,
  ),
  outro: `\n▶Found ${r.failures} error${r.failures > 1 ? "s" : ""}.
▶error Command failed with exit code 2.`,
});

const rules = [
  ["no-unused-vars", (n) => `'${n}' is assigned a value but never used`],
  ["no-undef", (n) => `'${n}' is not defined`],
  ["eqeqeq", () => "Expected '===' and instead saw '=='"],
  ["@typescript-eslint/no-floating-promises", () => "Promises must be awaited, end with a call to .catch"],
  ["import/no-unresolved", (n) => `Unable to resolve path to module './${n}'`],
  ["react-hooks/rules-of-hooks", (n) => `React Hook "${n}" is called conditionally`],
];

export const eslint = (r) => ({
  intro: "> eslint . --format stylish --debug\n",
  before: () =>
    `  ${r.int(10, 99)}:${r.int(10, 99)}:${r.int(10, 99)}.${r.int(100, 999)} eslint:linter Linting /srv/web/src/${r.path("-")}-${r.int(1, 9999)}.ts`,
  decoys: [
    () => `  eslint:rules Loaded rule no-throw-literal-${r.int(1, 99)} (error)`,
    () => `  eslint:config Severity "error" read from .eslintrc-${r.int(1, 99)}.json`,
    () =>
      `/srv/web/src/${r.path("-")}-${r.int(1, 99)}.ts\n  ${r.int(1, 300)}:${r.int(1, 60)}  warning  Unexpected console statement in error handler  no-console\n`,
    () => `✔ src/errors/handler-${r.int(1, 999)}.ts: 0 errors`,
    () => `  eslint:lintresultcache Cached result for fatal-error-page-${r.int(1, 99)}.tsx`,
  ],
  blocks: r.some(rules, r.failures).map(
    ([rule, message]) => `▶/srv/web/src/${r.path("-")}-${r.int(1, 99)}.tsx
▷  ${r.int(3, 400)}:${r.int(3, 60)}  error  ${message(r.camel())}  ${rule}
`,
  ),
  outro: `▶✖ ${r.failures + 12} problems (${r.failures} error${r.failures > 1 ? "s" : ""}, 12 warnings)
  0 errors and 3 warnings potentially fixable with the \`--fix\` option.`,
});

/** The message is in the middle of a line that is too long for any limit. */
export const bundler = (r) => {
  const minified = (length) =>
    Array.from({ length }, () => `${r.verb()}:function(t){return ${r.stem()}(t,${r.int(1, 99)})}`).join(",");
  const kinds = [
    (n) => `Uncaught SyntaxError: Unexpected token '${n}' in chunk ${r.int(100, 999)}`,
    (n) => `Module not found: Error: Can't resolve './${n}' in '/srv/web/src'`,
    (n) => `TypeError: Cannot read properties of undefined (reading '${n}')`,
  ];
  const long = r.int(40, 160);
  const [first, ...others] = r.some(kinds, Math.min(3, r.failures));
  return {
    intro: "<i> [webpack-dev-middleware] compiling...",
    before: () => `  asset ${r.path("-")}-${r.hex(8)}.js ${r.int(1, 900)} KiB [emitted] [immutable] [minimized]`,
    decoys: [
      () => `  ./src/errors/${r.camel()}Error${r.int(1, 99)}.js ${r.int(100, 9000)} bytes [built] [code generated]`,
      () => `  asset error-page-${r.hex(8)}.js ${r.int(1, 90)} KiB [emitted]`,
      () => `  ./node_modules/fatal/index-${r.int(1, 99)}.js ${r.int(100, 9000)} bytes [built]`,
      () => `DeprecationWarning: onError-${r.int(1, 99)} is deprecated, use hooks.failed`,
    ],
    blocks: [
      `▶vendor.js:1:{${minified(long)},⟪${first(r.camel())}⟫,${minified(long)}}
      at Object.${r.camel()} (/srv/web/dist/vendor.js:1:${r.int(20000, 90000)})`,
      ...others.map(
        (kind) =>
          `ERROR in ./src/${r.path("-")}.js ${r.int(1, 90)}:0-${r.int(20, 60)}\n▷${kind(`${r.camel()}${r.int(1, 99)}`)}\n @ ./src/index.js 3:0-28`,
      ),
    ],
    outro: `▶webpack 5.${r.int(80, 99)}.0 compiled with ${Math.min(3, r.failures)} errors in ${r.int(900, 9000)} ms`,
  };
};
