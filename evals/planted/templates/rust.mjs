// cargo: compiler and tests.

const codes = [
  ["E0308", "mismatched types", "expected `u32`, found `&str`"],
  ["E0425", "cannot find function `NAME` in this scope", "not found in this scope"],
  ["E0382", "borrow of moved value: `NAME`", "value borrowed here after move"],
  ["E0502", "cannot borrow `NAME` as mutable because it is also borrowed as immutable", "mutable borrow occurs here"],
  ["E0277", "the trait bound `NAME: Send` is not satisfied", "the trait `Send` is not implemented for `NAME`"],
  ["E0106", "missing lifetime specifier", "expected named lifetime parameter"],
  ["E0432", "unresolved import `crate::NAME`", "no `NAME` in the root"],
];

export const rustc = (r) => {
  const crate = r.stem();
  const failures = r.some(codes, r.failures);
  const version = () => `v${r.int(0, 4)}.${r.int(0, 30)}.${r.int(0, 9)}`;
  return {
    intro: `    Updating crates.io index\n     Locking ${r.int(90, 400)} packages to latest compatible versions`,
    before: () =>
      `   ${r.pick(["Compiling", "Downloaded", "Compiling"])} ${r.stem()}-${r.verb()}${r.int(0, 99)} ${version()}`,
    decoys: [
      () => `   Compiling thiserror-impl ${version()}`,
      () => `   Compiling ${r.stem()}_error_handler ${version()} (/srv/${crate}/crates/error_handler)`,
      () => `       Fresh failure_derive ${version()}`,
      () =>
        `warning: unused import: \`std::error::Error\`\n --> crates/${r.path()}.rs:${r.int(1, 90)}:5\n  |\n  = note: \`#[warn(unused_imports)]\` on by default\n`,
      () => `warning: \`${r.stem()}\` (lib) generated ${r.int(1, 4)} warnings`,
      () => `     Running build script: checking for backtrace support... no error`,
    ],
    blocks: failures.map(([code, message, label]) => {
      const name = r.snake();
      const at = r.int(20, 400);
      return `▷error[${code}]: ${message.replace("NAME", name)}
▶  --> crates/${r.path()}.rs:${at}:${r.int(5, 40)}
    |
${at - 1} |     let ${r.stem()} = ${r.verb()}(&config);
${at} |     ${name}(${r.stem()}, "12");
▶    |     ^^^^^^^^^ ${label.replace("NAME", name)}
    |
    = help: consider changing the type of \`${name}\`
`;
    }),
    outro: `▶error: could not compile \`${crate}\` (lib) due to ${r.failures} previous error${r.failures > 1 ? "s" : ""}
warning: build failed, waiting for other jobs to finish...`,
  };
};

const panics = [
  (r) => `assertion \`left == right\` failed: totals differ\n▶  left: ${r.int(10, 99)}\n▶ right: ${r.int(100, 999)}`,
  (r) =>
    `called \`Result::unwrap()\` on an \`Err\` value: ParseIntError { kind: ${r.pick(["Empty", "InvalidDigit"])} }`,
  (r) => `index out of bounds: the len is ${r.int(1, 9)} but the index is ${r.int(10, 30)}`,
  () => "attempt to subtract with overflow",
  (r) => `called \`Option::unwrap()\` on a \`None\` value for ${r.stem()}`,
  (r) => `no entry found for key "${r.stem()}-${r.int(1, 99)}"`,
];

export const cargoTest = (r) => {
  const cases = r
    .some(panics, r.failures)
    .map((panic) => ({ panic, name: `${r.folder()}::tests::${r.snake()}_${r.int(1, 99)}` }));
  const passing = () => `test ${r.folder()}::${r.stem()}::tests::${r.snake()}_${r.int(1, 9999)} ... ok`;
  return {
    intro: `    Finished \`test\` profile [unoptimized + debuginfo] target(s) in ${r.int(3, 90)}.${r.int(10, 99)}s
     Running unittests src/lib.rs (target/debug/deps/${r.stem()}-${r.hex(16)})\n\nrunning ${r.int(300, 4000)} tests`,
    before: passing,
    after: passing,
    decoys: [
      () => `test errors::tests::error_display_${r.int(1, 999)} ... ok`,
      () => `test ${r.folder()}::tests::fails_on_missing_${r.stem()}_${r.int(1, 999)} - should panic ... ok`,
      () => `test ${r.folder()}::tests::rejects_invalid_${r.stem()}_${r.int(1, 999)} ... ok`,
      () => `test ${r.folder()}::tests::panicked_worker_restarts_${r.int(1, 999)} ... ok`,
      () => `test net::tests::retry_after_error_${r.int(1, 999)} ... ignored, needs a network`,
    ],
    blocks: cases.map(
      ({ panic, name }) => `---- ${name} stdout ----

▷thread '${name}' panicked at src/${r.path()}.rs:${r.int(20, 900)}:${r.int(5, 30)}:
▶${panic(r)}
stack backtrace:
   0: rust_begin_unwind
             at /rustc/${r.hex(40)}/library/std/src/panicking.rs:${r.int(600, 700)}:5
   1: core::panicking::panic_fmt
   2: ${name}
note: Some details are omitted, run with \`RUST_BACKTRACE=full\` for a verbose backtrace.
`,
    ),
    outro: `
failures:
${cases.map(({ name }) => `    ${name}`).join("\n")}

▶test result: FAILED. ${r.int(300, 4000)} passed; ${cases.length} failed; ${r.int(0, 9)} ignored; 0 measured; 0 filtered out; finished in ${r.int(1, 90)}.${r.int(10, 99)}s

▶error: test failed, to rerun pass \`--lib\``,
  };
};
