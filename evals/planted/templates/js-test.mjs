// jest, vitest, mocha, and what node prints itself.

const asserts = [
  (r) => ["expect(received).toBe(expected) // Object.is equality", `${r.int(1, 99)}`, `${r.int(100, 999)}`],
  (r) => ["expect(received).toEqual(expected) // deep equality", `{"id": ${r.int(1, 99)}}`, `{"id": null}`],
  (r) => ["expect(received).toHaveLength(expected)", `${r.int(3, 9)}`, `${r.int(10, 30)}`],
  (r) => ["expect(received).toContain(expected) // indexOf", `"${r.stem()}"`, `["${r.stem()}-x"]`],
  (r) => ["expect(received).toMatch(expected)", `/^${r.stem()}/`, `"<html>"`],
  (r) => ["expect(received).toBeGreaterThan(expected)", `> ${r.int(3, 9)}`, `${r.int(0, 2)}`],
];

const jsDecoys = (r, pass) => [
  () => `${pass} throws TypeError on bad input ${r.int(1, 999)} (${r.ms()} ms)`,
  () => `${pass} returns an error when the ${r.stem()} failed ${r.int(1, 999)} (${r.ms()} ms)`,
  () => `${pass} retries after error (${r.int(1, 3)}/3) … ok ${r.int(1, 999)}`,
  () => `(node:${r.int(100, 9999)}) [DEP0040] DeprecationWarning: The \`punycode\` module is deprecated.`,
  () => `${pass} logs "fatal: exception" once ${r.int(1, 999)} (${r.ms()} ms)`,
];

export const jest = (r) => ({
  intro: "> jest --ci --coverage --verbose\n",
  before: () =>
    r.chance(0.2)
      ? `PASS src/${r.path("-")}-${r.int(1, 999)}.test.ts`
      : `    ✓ ${r.verb()}s the ${r.stem()} with ${r.stem()} ${r.int(1, 9999)} (${r.ms()} ms)`,
  after: () =>
    `  ${r.path("-")}-${r.int(1, 999)}.ts | ${r.int(40, 100)} | ${r.int(40, 100)} | ${r.int(40, 100)} | ${r.int(40, 100)} |`,
  decoys: [...jsDecoys(r, "    ✓"), () => `  error-handler-${r.int(1, 99)}.ts | 100 | 100 | 100 | 100 |`],
  blocks: r.some(asserts, r.failures).map((assert) => {
    const [message, expected, received] = assert(r);
    const line = r.int(10, 300);
    const file = `src/${r.path("-")}-${r.int(1, 99)}.test.ts`;
    return `FAIL ${file}
▷  ● ${r.pascal()} › ${r.verb()}s the ${r.stem()} twice ${r.int(1, 99)}

▶    ${message}

▶    Expected: ${expected}
▶    Received: ${received}

      ${line - 1} |     const result = ${r.camel()}(input);
    > ${line} |     expect(result.${r.stem()}).toBe(${r.stem()});
         |                          ^
▶      at Object.<anonymous> (${file}:${line}:${r.int(10, 40)})
      at new Promise (<anonymous>)
      at node_modules/jest-circus/build/utils.js:${r.int(100, 400)}:10
`;
  }),
  outro: `Test Suites: ${r.failures} failed, ${r.int(40, 200)} passed, ${r.int(201, 300)} total
▶Tests:       ${r.failures} failed, ${r.int(400, 2000)} passed, ${r.int(2001, 3000)} total
Snapshots:   0 total
Time:        ${r.int(3, 90)}.${r.int(100, 999)} s`,
});

export const vitest = (r) => ({
  intro: "\n RUN  v3.2.4 /srv/web\n",
  before: () =>
    ` ✓ src/${r.path("-")}-${r.int(1, 999)}.test.ts > ${r.stem()} > ${r.verb()} ${r.int(1, 9999)} ${r.ms()}ms`,
  decoys: jsDecoys(r, ` ✓ src/errors.test.ts > errors >`),
  blocks: r.some(asserts, r.failures).map((assert) => {
    const [, expected, received] = assert(r);
    const file = `src/${r.path("-")}-${r.int(1, 99)}.test.ts`;
    const line = r.int(9, 300);
    return `⎯⎯⎯⎯⎯⎯⎯ Failed Tests ${r.failures} ⎯⎯⎯⎯⎯⎯⎯

▷ FAIL  ${file} > ${r.stem()} > ${r.verb()}s it once ${r.int(1, 99)}
▶AssertionError: expected ${received} to deeply equal ${expected}

- Expected
+ Received

▶- ${expected}
▶+ ${received}

▶ ❯ ${file}:${line}:${r.int(5, 30)}
     ${line - 1}|   const ${r.stem()} = ${r.camel()}();
     ${line}|   expect(${r.stem()}).toEqual(wanted);
       |                   ^
`;
  }),
  outro: ` Test Files  ${r.failures} failed | ${r.int(40, 200)} passed (${r.int(201, 300)})
▶      Tests  ${r.failures} failed | ${r.int(400, 2000)} passed (${r.int(2001, 3000)})
   Duration  ${r.int(3, 90)}.${r.int(10, 99)}s`,
});

export const mocha = (r) => ({
  intro: "> mocha --recursive test/**/*.js\n",
  before: () =>
    r.chance(0.15)
      ? `  ${r.pascal()} ${r.verb()} ${r.int(1, 999)}`
      : `    ✔ should ${r.verb()} ${r.stem()} ${r.int(1, 9999)} (${r.ms()}ms)`,
  after: () => `GET /${r.path("/")}/${r.int(1, 9999)} 200 ${r.ms()}ms`,
  decoys: [
    ...jsDecoys(r, "    ✔"),
    () => `    ✔ should emit 'error' when the ${r.stem()} closes ${r.int(1, 999)}`,
    () => `GET /errors/${r.int(1, 999)} 200 ${r.ms()}ms`,
  ],
  blocks: Array.from({ length: r.failures }, (_, index) => {
    const message = r.pick([
      `AssertionError [ERR_ASSERTION]: Expected values to be strictly equal: ${r.int(1, 9)} !== ${r.int(10, 99)}`,
      `Error: Timeout of 2000ms exceeded. For async tests and hooks, ensure "done()" is called (${r.camel()})`,
      `TypeError: ${r.stem()}.${r.camel()} is not a function`,
    ]);
    return `▷  ${index + 1}) ${r.pascal()} ${r.verb()} ${r.int(1, 99)}
       should ${r.verb()} the ${r.stem()} of ${r.stem()} ${r.int(1, 99)}:
▷      ${message}
      + expected - actual
▶      at Context.<anonymous> (test/${r.path("-")}-${r.int(1, 99)}.js:${r.int(9, 300)}:${r.int(5, 30)})
      at process.processImmediate (node:internal/timers:${r.int(400, 500)}:21)
`;
  }),
  outro: `  ${r.int(400, 2000)} passing (${r.int(3, 40)}s)
▶  ${r.failures} failing`,
});

/** A service that logs for long, then dies of an uncaught error with causes. */
export const node = (r) => {
  const kinds = [
    ["TypeError", `Cannot read properties of undefined (reading '${r.stem()}')`],
    ["Error", `connect ECONNREFUSED 10.0.${r.int(1, 9)}.${r.int(1, 99)}:5432`],
    ["RangeError", "Maximum call stack size exceeded"],
    ["SyntaxError", `Unexpected token '<', "<!doctype "... is not valid JSON`],
  ];
  const time = () => `2026-03-${r.int(10, 28)}T0${r.int(1, 9)}:${r.int(10, 59)}:${r.int(10, 59)}.${r.int(100, 999)}Z`;
  return {
    intro: `> node --enable-source-maps dist/server.js`,
    before: () => `${time()} info  ${r.folder()}: ${r.verb()} ${r.stem()} id=${r.hex(8)} took=${r.ms()}ms`,
    decoys: [
      () => `${time()} info  net: retrying after error (${r.int(1, 3)}/3) … ok`,
      () => `${time()} info  ui: rendered error page template in ${r.ms()}ms`,
      () => `${time()} debug queue: errors=0 failed=0 pending=${r.int(0, 99)}`,
      () => `${time()} warn  http: deprecated option "onError" in use`,
      () => `${time()} info  core: registered exception filter ${r.int(1, 99)}`,
    ],
    blocks: r.some(kinds, Math.min(r.failures, kinds.length)).map(([type, message]) => {
      const file = `/srv/app/src/${r.path("-")}-${r.int(1, 99)}.ts:${r.int(9, 400)}:${r.int(3, 40)}`;
      return `${file}
    const rows = await ${r.camel()}(${r.stem()});
                       ^

▷${type}: ${message}
▶    at ${r.camel()} (${file})
    at ${r.pascal()}.${r.verb()} (/srv/app/src/${r.path("-")}.ts:${r.int(9, 400)}:${r.int(3, 40)})
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5) {
▶  [cause]: Error: ${r.stem()} ${r.int(100, 999)} has no ${r.stem()}
      at ${r.camel()} (/srv/app/src/${r.path("-")}.ts:${r.int(9, 400)}:${r.int(3, 40)})
}
`;
    }),
    outro: `Node.js v20.19.4\n▶npm error code ELIFECYCLE\n▶npm error errno 1`,
  };
};
