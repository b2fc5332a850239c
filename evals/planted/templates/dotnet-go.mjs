// dotnet in several languages, go test.

const dotnetWords = {
  en: {
    build: "Build FAILED.",
    warn: "Warning(s)",
    err: "Error(s)",
    name: (n) => `The name '${n}' does not exist in the current context`,
    type: (n) => `Cannot implicitly convert type 'string' to '${n}'`,
    semi: "; expected",
  },
  de: {
    build: "Fehler beim Buildvorgang.",
    warn: "Warnung(en)",
    err: "Fehler",
    name: (n) => `Der Name "${n}" ist im aktuellen Kontext nicht vorhanden.`,
    type: (n) => `Der Typ "string" kann nicht implizit in "${n}" konvertiert werden.`,
    semi: "; erwartet.",
  },
  fr: {
    build: "ÉCHEC de la build.",
    warn: "Avertissement(s)",
    err: "Erreur(s)",
    name: (n) => `Le nom '${n}' n'existe pas dans le contexte actuel`,
    type: (n) => `Impossible de convertir implicitement le type 'string' en '${n}'`,
    semi: "; attendu",
  },
  ja: {
    build: "ビルドに失敗しました。",
    warn: "個の警告",
    err: "エラー",
    name: (n) => `現在のコンテキストに '${n}' という名前は存在しません`,
    type: (n) => `型 'string' を '${n}' に暗黙的に変換できません`,
    semi: "; が必要です",
  },
  zh: {
    build: "生成失败。",
    warn: "个警告",
    err: "个错误",
    name: (n) => `当前上下文中不存在名称“${n}”`,
    type: (n) => `无法将类型“string”隐式转换为“${n}”`,
    semi: "应输入 ;",
  },
};

export const dotnet = (r) => {
  const w = dotnetWords[r.lang] ?? dotnetWords.en;
  const kinds = [
    ["CS0103", w.name],
    ["CS0029", w.type],
    ["CS1002", () => w.semi],
  ];
  return {
    intro: `MSBuild version 17.${r.int(8, 14)}.0 for .NET\n  Determining projects to restore...`,
    before: () =>
      `  Acme.${r.pascal()}.${r.pascal()}${r.int(1, 9999)} -> C:\\src\\Acme\\bin\\Debug\\net9.0\\Acme.${r.pascal()}.dll`,
    decoys: [
      () => `  Acme.ErrorHandling${r.int(1, 99)} -> C:\\src\\Acme\\bin\\Debug\\net9.0\\Acme.ErrorHandling.dll`,
      () =>
        `C:\\src\\Acme\\${r.pascal()}.cs(${r.int(1, 900)},13): warning CS0168: The variable 'error' is declared but never used [C:\\src\\Acme\\Acme.csproj]`,
      () => `  Passed Throws_Exception_On_Bad_Input_${r.int(1, 999)} [${r.ms()} ms]`,
      () => `    0 Error(s) in Acme.${r.pascal()}${r.int(1, 99)}`,
    ],
    blocks: Array.from({ length: r.failures }, (_, index) => {
      const [code, message] = kinds[index % kinds.length];
      return `▷C:\\src\\Acme\\${r.pascal()}\\${r.pascal()}${r.int(1, 99)}.cs(${r.int(9, 400)},${r.int(5, 60)}): error ${code}: ${message(r.pascal())} [C:\\src\\Acme\\Acme.csproj]`;
    }),
    outro: `
▶${w.build}
    ${r.int(0, 9)} ${w.warn}
▶    ${r.failures} ${w.err}

Time Elapsed 00:00:${r.int(10, 59)}.${r.int(10, 99)}`,
  };
};

export const goTest = (r) => {
  const kinds = [
    (n) =>
      `▷--- FAIL: Test${n} (0.0${r.int(1, 9)}s)\n▶    ${r.snake()}_test.go:${r.int(9, 300)}: ${r.camel()}() = ${r.int(1, 9)}, want ${r.int(10, 99)}`,
    (n) =>
      `▷--- FAIL: Test${n} (0.${r.int(10, 99)}s)\n▶panic: runtime error: invalid memory address or nil pointer dereference [recovered]\n[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x${r.hex(6)}]\n\ngoroutine ${r.int(10, 99)} [running]:\ntesting.tRunner.func1.2({0x${r.hex(6)}, 0x${r.hex(6)}})\n\t/usr/local/go/src/testing/testing.go:1632 +0x${r.hex(3)}\nacme.dev/${r.folder()}.(*${r.pascal()}).${r.pascal()}(...)\n▶\t/srv/app/${r.path()}.go:${r.int(9, 400)} +0x${r.hex(2)}`,
    (n) =>
      `▷--- FAIL: Test${n} (${r.int(1, 9)}.00s)\n▶    ${r.snake()}_test.go:${r.int(9, 300)}: got error "context deadline exceeded", want nil`,
    (n) => `# acme.dev/${r.path("/")}\n▷./${r.snake()}.go:${r.int(9, 300)}:${r.int(2, 30)}: undefined: ${n}`,
  ];
  return {
    intro: "go test -v ./...",
    before: () => {
      const name = `Test${r.pascal()}${r.int(1, 9999)}`;
      return r.chance(0.1)
        ? `ok  \tacme.dev/${r.path("/")}${r.int(1, 99)}\t0.${r.int(100, 999)}s`
        : `=== RUN   ${name}\n--- PASS: ${name} (0.0${r.int(0, 9)}s)`;
    },
    decoys: [
      () => `=== RUN   TestErrorHandling${r.int(1, 999)}\n--- PASS: TestErrorHandling${r.int(1, 999)} (0.00s)`,
      () => `--- PASS: TestPanicIsRecovered${r.int(1, 999)} (0.0${r.int(0, 9)}s)`,
      () => `    log.go:12: retrying after error (${r.int(1, 3)}/3) ... ok`,
      () => `?   \tacme.dev/errors${r.int(1, 99)}\t[no test files]`,
      () => `--- SKIP: TestFatalOnWindows${r.int(1, 999)} (0.00s)`,
    ],
    blocks: r.some(kinds, Math.min(r.failures, 4)).map((kind) => kind(`${r.pascal()}${r.int(1, 99)}`)),
    outro: `▶FAIL\tacme.dev/${r.path("/")}\t${r.int(1, 9)}.${r.int(100, 999)}s\nFAIL`,
  };
};
