// C and C++: gcc in four languages, clang, make, cmake.

const gccWords = {
  en: {
    fn: "In function",
    err: "error",
    not: "undeclared (first use in this function)",
    arg: "too few arguments to function",
    mem: "has no member named",
    note: "declared here",
    make: "Error",
    q: ["‘", "’"],
  },
  de: {
    fn: "In Funktion",
    err: "Fehler",
    not: "nicht deklariert (erste Benutzung in dieser Funktion)",
    arg: "zu wenige Argumente für Funktion",
    mem: "hat kein Element namens",
    note: "hier deklariert",
    make: "Fehler",
    q: ["»", "«"],
  },
  fr: {
    fn: "Dans la fonction",
    err: "erreur",
    not: "non déclaré (première utilisation dans cette fonction)",
    arg: "trop peu d'arguments pour la fonction",
    mem: "n'a pas de membre nommé",
    note: "déclaré ici",
    make: "Erreur",
    q: ["« ", " »"],
  },
  ja: {
    fn: "関数",
    err: "エラー",
    not: "が宣言されていません (この関数内での最初の使用)",
    arg: "関数への引数が少なすぎます",
    mem: "という名前のメンバーはありません",
    note: "ここで宣言されています",
    make: "エラー",
    q: ["‘", "’"],
  },
  zh: {
    fn: "在函数",
    err: "错误",
    not: "未声明(在此函数内第一次使用)",
    arg: "提供给函数的实参太少",
    mem: "没有名为此的成员",
    note: "在此声明",
    make: "错误",
    q: ["‘", "’"],
  },
};

const compileLine = (r, tool) =>
  `${tool} -O2 -Wall -Iinclude -I/usr/include/${r.stem()} -DNDEBUG -c -o build/${r.path()}_${r.int(1, 999)}.o src/${r.path()}_${r.int(1, 999)}.c`;

const cDecoys = (r) => [
  () => `gcc -O2 -Wall -Werror=format -c -o build/error_handler_${r.int(1, 99)}.o src/error_handler.c`,
  () => `checking for strerror_r... yes`,
  () => `checking whether gcc reports an error on unknown options... no`,
  () => `src/${r.path()}.c:${r.int(9, 900)}:${r.int(3, 40)}: warning: unused variable ‘err’ [-Wunused-variable]`,
  () => `ar rcs lib/liberrors${r.int(1, 99)}.a build/errno_table.o`,
  () => `echo "generated error_codes_${r.int(1, 999)}.h (0 errors)"`,
];

export const gcc = (r) => {
  const w = gccWords[r.lang] ?? gccWords.en;
  const q = (name) => w.q[0] + name + w.q[1];
  const kinds = [
    (n) => `${q(n)} ${w.not}`,
    (n) => `${w.arg} ${q(n)}`,
    (n) => `${q(`struct ${r.stem()}`)} ${w.mem} ${q(n)}`,
    (n) => `${q(n)} ${w.not}; ${r.stem()}`,
  ];
  const files = Array.from({ length: r.failures }, () => `src/${r.path()}_${r.int(1, 99)}.c`);
  return {
    intro: `make -j4 all\nmake[1]: Entering directory '/srv/${r.stem()}'`,
    before: () => compileLine(r, "gcc"),
    decoys: cDecoys(r),
    blocks: files.map((file, index) => {
      const name = r.snake();
      const line = r.int(20, 900);
      return `${file}: ${w.fn} ${q(r.snake())}:
▷${file}:${line}:${r.int(3, 30)}: ${w.err}: ${kinds[index % kinds.length](name)}
▶ ${line} |   rc = ${name}(ctx, ${r.stem()}->len);
      |        ^~~~~~~~~~
${file}:${line}:9: note: ${w.note}`;
    }),
    outro: `▶make[1]: *** [Makefile:${r.int(20, 200)}: build/${r.stem()}.o] ${w.make} 1
make[1]: Leaving directory '/srv'
make: *** [Makefile:12: all] ${w.make} 2`,
  };
};

const clangKinds = [
  (n) => `use of undeclared identifier '${n}'`,
  (n) => `no matching function for call to '${n}'`,
  (n) => `no member named '${n}' in 'Config'`,
  (n) => `expected ';' after expression of '${n}'`,
  (n) => `cannot initialize a variable of type 'int' with an rvalue of type 'const char *' in '${n}'`,
  (n) => `static assertion failed due to requirement 'sizeof(${n}) == 16'`,
];

export const clang = (r) => ({
  intro: `ninja: Entering directory \`out/Release'`,
  before: () => `[${r.int(1, 4000)}/4000] CXX obj/${r.path()}/${r.stem()}_${r.int(1, 999)}.o`,
  decoys: [
    () => `[${r.int(1, 4000)}/4000] CXX obj/base/error_reporter_${r.int(1, 99)}.o`,
    () => `[${r.int(1, 4000)}/4000] CXX obj/base/fatal_handler.o`,
    () => `[${r.int(1, 4000)}/4000] STAMP obj/tests/no_exceptions_${r.int(1, 99)}.stamp`,
    () =>
      `../src/${r.path()}.cc:${r.int(1, 900)}:7: warning: 'get_error' is deprecated: use error() instead [-Wdeprecated-declarations]`,
    () => `${r.int(1, 9)} warnings generated, 0 errors.`,
  ],
  blocks: r.some(clangKinds, r.failures).map((kind) => {
    const name = r.camel();
    const line = r.int(10, 900);
    const target = `obj/${r.path()}_${r.int(1, 99)}.o`;
    return `FAILED: ${target}
clang++ -MMD -MF ${target}.d -std=c++20 -fno-exceptions -Werror -I../../include -c ../src/${r.stem()}.cc -o ${target}
▷../src/${r.path()}_${r.int(1, 99)}.cc:${line}:${r.int(3, 40)}: error: ${kind(name)}
▶  ${line} |   auto result = ${name}(config, 3);
       |                 ^~~~~~~~
../src/include/${r.stem()}.h:${r.int(5, 90)}:8: note: candidate function not viable: requires 3 arguments
1 error generated.`;
  }),
  outro: "▶ninja: build stopped: subcommand failed.",
});

export const make = (r) => {
  const kinds = [
    () =>
      `▷/usr/bin/ld: build/${r.stem()}.o: in function \`main':\n▶src/${r.path()}_${r.int(1, 99)}.c:${r.int(20, 900)}: undefined reference to \`${r.snake()}'\n▶collect2: error: ld returned 1 exit status`,
    () =>
      `▷make[2]: *** No rule to make target 'gen/${r.snake()}_${r.int(1, 99)}.h', needed by 'build/${r.stem()}.o'.  Stop.`,
    () =>
      `▷./scripts/${r.verb()}.sh: line ${r.int(9, 90)}:  ${r.int(2000, 9000)} Killed                  python3 gen_${r.stem()}.py\n▷make[2]: *** [gen.mk:${r.int(9, 90)}: ${r.snake()}_${r.int(1, 99)}.c] Error 137`,
    () =>
      `▷/bin/sh: 1: ${r.pick(["protoc", "flex", "xxd", "bison"])}: not found\n▶make[2]: *** [proto.mk:${r.int(9, 90)}: ${r.snake()}_${r.int(1, 99)}.pb.c] Error 127`,
  ];
  return {
    intro: "make[1]: Entering directory '/srv/build'",
    before: () =>
      r.chance(0.5) ? `  CC      ${r.path()}_${r.int(1, 9999)}.o` : `  LD      ${r.path()}_${r.int(1, 9999)}.ko`,
    decoys: [...cDecoys(r), () => `make[2]: [install-${r.int(1, 999)}] Error 1 (ignored)`],
    blocks: r.some(kinds, Math.min(r.failures, kinds.length)).map((kind) => kind()),
    outro: `make[1]: *** [Makefile:${r.int(100, 900)}: drivers/${r.stem()}] Error 2
▶make: *** [Makefile:${r.int(100, 900)}: all] Error 2`,
  };
};

export const cmake = (r) => {
  const kinds = [
    (n) => [`find_package`, `  Could not find a package configuration file provided by "${n}" with any of`],
    (n) => [`add_executable`, `  Cannot find source file: src/${n}.cpp`],
    (n) => [`target_link_libraries`, `  Target "${n}" links to ${n}::core but the target was not found.`],
    (n) => [`message`, `  ${n} needs a compiler with C++23 support`],
  ];
  return {
    intro: `-- The CXX compiler identification is GNU ${r.int(11, 14)}.2.0\n-- Detecting CXX compiler ABI info - done`,
    before: () =>
      r.pick([
        `-- Looking for ${r.snake()}_${r.int(1, 999)}.h - found`,
        `-- Performing Test HAVE_${r.snake().toUpperCase()}_${r.int(1, 999)} - Success`,
      ]),
    decoys: [
      () => `-- Performing Test HAVE_NO_ERROR_${r.int(1, 999)} - Failed`,
      () => `-- Looking for strerror_r in ${r.stem()}${r.int(1, 99)} - not found`,
      () => `-- Looking for include file errno_${r.int(1, 999)}.h - found`,
      () =>
        `CMake Deprecation Warning at third_party/${r.stem()}/CMakeLists.txt:${r.int(1, 9)} (cmake_minimum_required):\n  Compatibility with CMake < 3.10 will be removed from a future version of CMake.\n`,
      () => `-- Check for fatal-warnings flag ${r.int(1, 999)} - no`,
    ],
    blocks: r.some(kinds, Math.min(r.failures, kinds.length)).map((kind) => {
      const [command, message] = kind(`${r.pascal()}${r.int(1, 99)}`);
      return `▷CMake Error at ${r.path()}/CMakeLists.txt:${r.int(5, 300)} (${command}):
▶${message}
Call Stack (most recent call first):
  cmake/${r.pascal()}.cmake:${r.int(5, 90)} (include)
  CMakeLists.txt:${r.int(5, 90)} (add_subdirectory)

`;
    }),
    outro: `▶-- Configuring incomplete, errors occurred!
See also "/srv/build/CMakeFiles/CMakeOutput.log".`,
  };
};
