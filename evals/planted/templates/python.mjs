// pytest, unittest, a script that dies.

const errors = [
  (r) => `AssertionError: assert ${r.int(1, 99)} == ${r.int(100, 999)}`,
  (r) => `KeyError: '${r.stem()}_${r.verb()}'`,
  (r) => `ValueError: invalid literal for int() with base 10: '${r.stem()}'`,
  (r) => `TypeError: ${r.snake()}() missing 1 required positional argument: '${r.stem()}'`,
  (r) => `AttributeError: 'NoneType' object has no attribute '${r.stem()}'`,
  (r) => `ZeroDivisionError: division by zero in ${r.snake()}`,
];

const pyDecoys = (r, passed) => [
  () => `tests/test_errors.py::test_error_handling_${r.int(1, 999)} ${passed}`,
  () => `tests/test_${r.stem()}.py::test_raises_value_error[${r.int(1, 999)}] ${passed}`,
  () => `tests/test_${r.stem()}.py::test_failed_login_is_logged_${r.int(1, 999)} ${passed}`,
  () => `tests/test_net.py::test_retry_after_exception[${r.int(1, 999)}] ${passed}`,
];

export const pytest = (r) => {
  const cases = r.some(errors, r.failures).map((error) => ({
    error: error(r),
    file: `tests/test_${r.path()}.py`.replace("/test_", "/"),
    name: `test_${r.snake()}_${r.int(1, 99)}`,
  }));
  const percent = () => `[${String(r.int(0, 100)).padStart(3)}%]`;
  return {
    intro: `============================= test session starts ==============================
platform linux -- Python 3.12.${r.int(0, 9)}, pytest-8.${r.int(0, 4)}.0, pluggy-1.6.0\ncollected ${r.int(300, 4000)} items\n`,
    before: () => `tests/${r.path()}.py::test_${r.snake()}_${r.int(1, 9999)} PASSED ${percent()}`,
    after: () =>
      `tests/${r.path()}.py::test_${r.snake()}\n  /srv/app/${r.path()}.py:${r.int(1, 400)}: DeprecationWarning: datetime.utcnow() is deprecated (${r.int(1, 9999)})\n`,
    decoys: [
      ...pyDecoys(r, `PASSED ${percent()}`),
      () => `tests/test_${r.stem()}.py::test_known_failure_${r.int(1, 999)} XFAIL ${percent()}`,
    ],
    blocks: cases.map(({ error, file, name }, index) => {
      const line = r.int(20, 400);
      return `${index === 0 ? "=================================== FAILURES ===================================\n" : ""}▷_____________________________ ${name} _____________________________

    def ${name}(${r.stem()}):
        ${r.stem()} = ${r.snake()}(client)
▶>       check(${r.stem()}, ${r.int(1, 999)})

${file}:${line}:
_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
        raise_for(${r.stem()})
▷E       ${error}

▶${file}:${line + 3}: ${error.split(":")[0]}
----------------------------- Captured stdout call -----------------------------
${r.verb()} ${r.stem()} ${r.hex(12)}`;
    }),
    outro: `=========================== short test summary info ============================
${cases.map(({ error, file, name }) => `FAILED ${file}::${name} - ${error}`).join("\n")}
▶================== ${cases.length} failed, ${r.int(300, 4000)} passed in ${r.int(3, 200)}.${r.int(10, 99)}s ==================`,
  };
};

export const unittest = (r) => ({
  intro: "python -m unittest discover -v",
  before: () => `test_${r.snake()}_${r.int(1, 9999)} (tests.${r.path(".").replace("/", ".")}.${r.pascal()}Test) ... ok`,
  decoys: [
    () => `test_error_handling_${r.int(1, 999)} (tests.errors.ErrorTest) ... ok`,
    () => `test_raises_${r.stem()}_error_${r.int(1, 999)} (tests.core.CoreTest) ... ok`,
    () => `test_failed_${r.stem()}_${r.int(1, 999)} (tests.core.CoreTest) ... expected failure`,
    () => `/usr/lib/python3.12/unittest/case.py:690: DeprecationWarning: assertEquals is deprecated (${r.int(1, 999)})`,
  ],
  blocks: r.some(errors, r.failures).map((error) => {
    const message = error(r);
    const kind = message.startsWith("Assertion") ? "FAIL" : "ERROR";
    const name = `test_${r.snake()}_${r.int(1, 99)}`;
    return `======================================================================
▷${kind}: ${name} (tests.${r.folder()}.${r.pascal()}Test.${name})
----------------------------------------------------------------------
Traceback (most recent call last):
▶  File "/srv/app/tests/${r.path()}.py", line ${r.int(9, 400)}, in ${name}
    self.assertEqual(${r.snake()}(), ${r.int(1, 99)})
▷${message}
`;
  }),
  outro: `----------------------------------------------------------------------
Ran ${r.int(300, 4000)} tests in ${r.int(3, 90)}.${r.int(100, 999)}s

▶FAILED (failures=${r.failures})`,
});

export const python = (r) => {
  const time = () => `2026-03-${r.int(10, 28)} 0${r.int(1, 9)}:${r.int(10, 59)}:${r.int(10, 59)},${r.int(100, 999)}`;
  const frames = (count) =>
    Array.from(
      { length: count },
      () =>
        `  File "/srv/app/${r.path()}.py", line ${r.int(9, 900)}, in ${r.snake()}\n    return ${r.snake()}(${r.stem()})`,
    ).join("\n");
  return {
    intro: `$ python -m jobs.${r.snake()} --all`,
    before: () => `${time()} INFO jobs.${r.folder()} ${r.verb()} ${r.stem()} ${r.int(1, 99999)} rows=${r.int(1, 9000)}`,
    decoys: [
      () => `${time()} INFO jobs.net retrying after error (${r.int(1, 3)}/3) … ok`,
      () => `${time()} INFO jobs.core error_count=0 failed=0 batch=${r.int(1, 999)}`,
      () => `${time()} DEBUG jobs.core loaded module error_handler_${r.int(1, 99)}`,
      () => `${time()} WARNING jobs.api deprecated argument: on_exception (${r.int(1, 99)})`,
    ],
    blocks: r.some(errors, r.failures).map(
      (error) => `▷${time()} ERROR jobs.${r.folder()} batch ${r.int(1, 9999)} gave up
Traceback (most recent call last):
${frames(r.int(2, 12))}
▶psycopg.errors.UniqueViolation: duplicate key value violates constraint "${r.stem()}_${r.stem()}_key"

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
${frames(r.int(2, 8))}
▶  File "/srv/app/jobs/${r.path()}.py", line ${r.int(9, 900)}, in ${r.snake()}
    raise wrapped
▷${error(r)}`,
    ),
    outro: `▶Process completed with exit code ${r.pick([1, 2, 3])}.`,
  };
};
