// maven, gradle, a Java service.

const words = {
  en: {
    sym: "cannot find symbol",
    what: "symbol:  ",
    where: "location:",
    type: "incompatible types: String cannot be converted to int",
    ret: "missing return statement",
  },
  de: {
    sym: "Symbol nicht gefunden",
    what: "Symbol: ",
    where: "Ort: ",
    type: "Inkompatible Typen: String kann nicht in int konvertiert werden",
    ret: "Rückgabeanweisung fehlt",
  },
  fr: {
    sym: "symbole introuvable",
    what: "symbole:   ",
    where: "emplacement:",
    type: "types incompatibles : String ne peut pas être converti en int",
    ret: "instruction return manquante",
  },
  ja: {
    sym: "シンボルを見つけられません",
    what: "シンボル:   ",
    where: "場所:",
    type: "不適合な型: Stringをintに変換できません:",
    ret: "return文が指定されていません",
  },
  zh: {
    sym: "找不到符号",
    what: "符号:  ",
    where: "位置:",
    type: "不兼容的类型: String无法转换为int",
    ret: "缺少返回语句",
  },
};

export const maven = (r) => {
  const w = words[r.lang] ?? words.en;
  const kinds = [w.sym, w.type, w.ret];
  const rule = "[INFO] ------------------------------------------------------------------------";
  return {
    intro: `[INFO] Scanning for projects...\n[INFO] Reactor Build Order:\n[INFO]`,
    before: () =>
      r.pick([
        `[INFO] Downloaded from central: https://repo.maven.apache.org/maven2/org/${r.path("/")}/${r.int(1, 9)}.${r.int(0, 99)}/${r.stem()}-${r.int(1, 999)}.jar (${r.int(1, 900)} kB at ${r.int(1, 9)}.${r.int(0, 9)} MB/s)`,
        `[INFO] Tests run: ${r.int(1, 40)}, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: ${r.int(0, 9)}.${r.int(10, 99)} s -- in com.acme.${r.pascal()}${r.int(1, 999)}Test`,
      ]),
    decoys: [
      () => `[INFO] Compiling ${r.int(1, 99)} source files to /srv/errors/target/classes (0 errors)`,
      () => `[INFO] Running com.acme.error.ErrorHandler${r.int(1, 99)}Test`,
      () => `[WARNING] /srv/app/src/main/java/com/acme/${r.pascal()}.java: uses a deprecated API (${r.int(1, 99)})`,
      () => `[INFO] Excluding com.acme:failure-access:jar:1.0.${r.int(1, 99)} from the shaded jar.`,
    ],
    blocks: Array.from({ length: r.failures }, (_, index) => {
      const at = `/srv/app/src/main/java/com/acme/${r.folder()}/${r.pascal()}${r.int(1, 99)}.java:[${r.int(9, 400)},${r.int(5, 60)}]`;
      const detail =
        index % 3 === 0
          ? `\n▶[ERROR]   ${w.what} ${r.pick(["method", "class"])} ${r.camel()}\n[ERROR]   ${w.where} class com.acme.${r.pascal()}`
          : "";
      return `${index === 0 ? "[ERROR] COMPILATION ERROR : \n[INFO] -------------------------------------------------------------\n" : ""}▷[ERROR] ${at} ${kinds[index % kinds.length]}${detail}`;
    }),
    outro: `${rule}
▶[INFO] BUILD FAILURE
${rule}
[INFO] Total time:  ${r.int(3, 90)}.${r.int(100, 999)} s
[ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.13.0:compile (default-compile) on project app: Compilation failure -> [Help 1]
[ERROR] To see the full stack trace of the errors, re-run Maven with the -e switch.`,
  };
};

export const gradle = (r) => {
  const kinds = [
    (n) =>
      `▷e: file:///srv/app/src/main/kotlin/${r.path()}.kt:${r.int(9, 400)}:${r.int(5, 40)} Unresolved reference: ${n}`,
    (n) =>
      `▷${r.pascal()}Test > ${n}() FAILED\n▶    org.opentest4j.AssertionFailedError: expected: <${r.int(1, 9)}> but was: <${r.int(10, 99)}>\n▶        at com.acme.${r.pascal()}Test.${n}(${r.pascal()}Test.kt:${r.int(9, 300)})`,
    (n) =>
      `▷e: file:///srv/app/src/main/kotlin/${r.path()}.kt:${r.int(9, 400)}:${r.int(5, 40)} Type mismatch: inferred type is String? but ${n} was expected`,
  ];
  return {
    intro: "Starting a Gradle Daemon (subsequent builds will be faster)",
    before: () =>
      r.pick([
        `> Task :${r.stem()}:${r.camel()}${r.int(1, 9999)} UP-TO-DATE`,
        `> Task :${r.stem()}:compile${r.pascal()}${r.int(1, 9999)} FROM-CACHE`,
        `${r.pascal()}Test > ${r.camel()}${r.int(1, 9999)}() PASSED`,
      ]),
    decoys: [
      () => `ErrorMapperTest > mapsExceptionToError${r.int(1, 999)}() PASSED`,
      () => `> Task :error-handler:compileJava${r.int(1, 99)} NO-SOURCE`,
      () => `w: file:///srv/app/src/main/kotlin/${r.path()}.kt:${r.int(9, 400)}:5 Parameter 'error' is never used`,
      () => `> Task :${r.stem()}:failOnLintErrors${r.int(1, 99)} SKIPPED`,
    ],
    blocks: Array.from({ length: r.failures }, (_, index) => kinds[index % 3](`${r.camel()}${r.int(1, 99)}`)),
    outro: `
FAILURE: Build failed with an exception.

* What went wrong:
▶Execution failed for task ':${r.stem()}:${r.camel()}'.
> There were failing tests. See the report at: file:///srv/app/build/reports/tests/test/index.html

* Try:
> Run with --stacktrace option to get the stack trace.

▶BUILD FAILED in ${r.int(3, 59)}s`,
  };
};

export const java = (r) => {
  const kinds = [
    "java.lang.NullPointerException",
    "java.lang.IllegalStateException",
    "java.util.ConcurrentModificationException",
    "java.lang.OutOfMemoryError",
    "java.lang.ClassCastException",
    "java.util.NoSuchElementException",
  ];
  const time = () => `2026-03-${r.int(10, 28)} 0${r.int(1, 9)}:${r.int(10, 59)}:${r.int(10, 59)}.${r.int(100, 999)}`;
  const frames = (count) =>
    Array.from(
      { length: count },
      () =>
        `\tat org.springframework.${r.stem()}.${r.pascal()}Support.${r.camel()}(${r.pascal()}Support.java:${r.int(9, 900)})`,
    ).join("\n");
  return {
    intro: `${time()}  INFO 1 --- [main] c.acme.Application : Starting Application using Java 21.0.${r.int(1, 6)}`,
    before: () =>
      `${time()}  INFO 1 --- [exec-${r.int(1, 40)}] c.a.${r.folder()}.${r.pascal()}Service : ${r.verb()} ${r.stem()} ${r.hex(8)} in ${r.ms()} ms`,
    decoys: [
      () => `${time()}  INFO 1 --- [main] c.a.web.ErrorPageFilter : Mapping error page ${r.int(400, 599)}`,
      () => `${time()} DEBUG 1 --- [main] o.s.w.ExceptionResolver : Registered exception resolver ${r.int(1, 99)}`,
      () => `${time()}  INFO 1 --- [retry] c.a.net.Retry : retrying after error (${r.int(1, 3)}/3) ... ok`,
      () => `${time()}  INFO 1 --- [stats] c.a.Stats : errors=0 failures=0 window=${r.int(1, 999)}`,
    ],
    blocks: r.some(kinds, r.failures).map((kind) => {
      const service = `${r.pascal()}Service`;
      return `▷${time()} ERROR 1 --- [exec-${r.int(1, 40)}] c.a.${r.pascal()}Controller : request ${r.hex(8)} not served

▶${kind}: ${r.stem()} of ${r.stem()} ${r.int(1, 999)} is not ready
▶\tat com.acme.${r.folder()}.${service}.${r.camel()}(${service}.java:${r.int(9, 900)})
${frames(r.int(4, 40))}
▶Caused by: java.sql.SQLTransientConnectionException: pool ${r.stem()}-${r.int(1, 99)} - Connection is not available
${frames(r.int(1, 6))}
\t... ${r.int(20, 90)} common frames omitted`;
    }),
    outro: `${time()}  INFO 1 --- [shutdown] c.acme.Application : stopping\n▶Process finished with exit code ${r.pick([1, 137, 143])}`,
  };
};
