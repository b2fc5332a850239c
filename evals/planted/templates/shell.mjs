// bash scripts, ruby, php.

const words = {
  en: {
    cmd: "command not found",
    file: "No such file or directory",
    deny: "Permission denied",
    unbound: "unbound variable",
  },
  de: {
    cmd: "Kommando nicht gefunden.",
    file: "Datei oder Verzeichnis nicht gefunden",
    deny: "Keine Berechtigung",
    unbound: "Variable nicht gesetzt.",
  },
  fr: {
    cmd: "commande introuvable",
    file: "Aucun fichier ou dossier de ce nom",
    deny: "Permission non accordée",
    unbound: "variable sans liaison",
  },
  ja: {
    cmd: "コマンドが見つかりません",
    file: "そのようなファイルやディレクトリはありません",
    deny: "許可がありません",
    unbound: "未割り当ての変数です",
  },
  zh: { cmd: "未找到命令", file: "没有那个文件或目录", deny: "权限不够", unbound: "未绑定的变量" },
};

export const bash = (r) => {
  const w = words[r.lang] ?? words.en;
  const script = `./deploy/${r.snake()}.sh`;
  const line = () =>
    r.lang === "de"
      ? `Zeile ${r.int(9, 200)}`
      : r.lang === "fr"
        ? `ligne ${r.int(9, 200)}`
        : r.lang === "ja" || r.lang === "zh"
          ? `行 ${r.int(9, 200)}`
          : `line ${r.int(9, 200)}`;
  const kinds = [
    () => `▷${script}: ${line()}: ${r.pick(["jq", "kubectl", "envsubst"])}: ${w.cmd}`,
    () => `▷cp: /var/lib/${r.path("-")}-${r.int(1, 99)}: ${w.file}`,
    () => `▷${script}: ${line()}: /etc/${r.stem()}/${r.snake()}.conf: ${w.deny}`,
    () => `▷${script}: ${line()}: ${r.stem().toUpperCase()}_TOKEN: ${w.unbound}`,
    () => `▷${script}: ${line()}: ${r.int(2000, 9000)} Segmentation fault      (core dumped) ./${r.snake()} --all`,
  ];
  return {
    intro: `+ set -euo pipefail`,
    before: () =>
      r.pick([
        `+ cp -r build/${r.path("-")}-${r.int(1, 9999)} /srv/www`,
        `sending incremental file list ${r.path("-")}-${r.int(1, 9999)}.html ${r.int(1, 90000)} bytes`,
        `+ install -m 644 conf/${r.stem()}-${r.int(1, 9999)}.conf /etc/acme`,
      ]),
    decoys: [
      () => `+ cp build/error-pages/${r.int(400, 599)}.html /srv/www`,
      () => `+ trap 'on_error ${r.int(1, 99)}' ERR`,
      () => `health check: 0 failed, ${r.int(3, 90)} ok`,
      () => `+ grep -c ERROR /var/log/deploy-${r.int(1, 999)}.log || true`,
      () => `retrying after error (${r.int(1, 3)}/3) … ok`,
    ],
    blocks: r.some(kinds, Math.min(r.failures, 5)).map((kind) => kind()),
    outro: `+ cleanup\n▶deploy: step '${r.snake()}' stopped with exit status ${r.pick([1, 2, 126, 127, 139])}`,
  };
};

export const ruby = (r) => {
  const kinds = [
    (n) => [`undefined method '${n}' for nil (NoMethodError)`, `NoMethodError: undefined method '${n}' for nil`],
    (n) => [
      `undefined local variable or method '${n}' (NameError)`,
      `NameError: undefined local variable or method '${n}'`,
    ],
    () => [
      "wrong number of arguments (given 1, expected 2) (ArgumentError)",
      "ArgumentError: wrong number of arguments (given 1, expected 2)",
    ],
    (n) => [`key not found: :${n} (KeyError)`, `KeyError: key not found: :${n}`],
  ];
  return {
    intro: "$ bundle exec rspec --format documentation",
    before: () => `  ${r.verb()}s the ${r.stem()} of a ${r.stem()} ${r.int(1, 9999)}`,
    decoys: [
      () => `  raises an ArgumentError for bad ${r.stem()} ${r.int(1, 999)}`,
      () => `  renders the error page ${r.int(1, 999)}`,
      () => `  retries after a failed request ${r.int(1, 999)}`,
      () =>
        `DEPRECATION WARNING: \`errors.keys\` is deprecated (called from ${r.snake()} at app/${r.path()}.rb:${r.int(1, 90)})`,
    ],
    blocks: r.some(kinds, Math.min(r.failures, 4)).map((kind, index) => {
      const [, message] = kind(r.snake());
      return `▷  ${index + 1}) ${r.pascal()} ${r.verb()}s twice ${r.int(1, 99)}
     Failure/Error: ${r.stem()}.${r.snake()}(${r.int(1, 9)})

▶     ${message}
▶     # ./app/${r.path()}_${r.int(1, 99)}.rb:${r.int(9, 300)}:in '${r.snake()}'
     # ./spec/${r.path()}_spec.rb:${r.int(9, 300)}:in 'block (3 levels) in <top (required)>'
`;
    }),
    outro: `Finished in ${r.int(3, 90)}.${r.int(10, 99)} seconds (files took 2.1 seconds to load)
▶${r.int(300, 3000)} examples, ${Math.min(r.failures, 4)} failure${r.failures > 1 ? "s" : ""}`,
  };
};

export const php = (r) => {
  const time = () => `[${r.int(10, 28)}-Mar-2026 0${r.int(1, 9)}:${r.int(10, 59)}:${r.int(10, 59)} UTC]`;
  const kinds = [
    (n) => `Uncaught TypeError: ${n}(): Argument #1 ($id) must be of type int, null given`,
    (n) => `Uncaught Error: Call to a member function ${n}() on null`,
    (n) => `Uncaught PDOException: SQLSTATE[42S02]: Base table or view not found: '${n}'`,
    (n) => `Uncaught ValueError: ${n}(): Argument #2 must be between 1 and 12`,
    () => `Allowed memory size of 134217728 bytes exhausted (tried to allocate ${r.int(4096, 99999)} bytes)`,
  ];
  return {
    intro: `${time()} NOTICE: fpm is running, pid 1`,
    before: () =>
      `${time()} 10.0.${r.int(1, 9)}.${r.int(1, 99)} - GET /${r.path("/")}/${r.int(1, 99999)} 200 ${r.ms()} ms`,
    decoys: [
      () => `${time()} 10.0.${r.int(1, 9)}.${r.int(1, 99)} - GET /errors/fatal/${r.int(1, 999)} 200 ${r.ms()} ms`,
      () =>
        `${time()} PHP Deprecated:  Optional parameter $error before required in /srv/app/${r.path()}.php on line ${r.int(1, 900)}`,
      () => `${time()} INFO app: 0 errors in the last ${r.int(1, 60)} minutes`,
      () => `${time()} INFO queue: job ErrorReport${r.int(1, 999)} processed`,
    ],
    blocks: r.some(kinds, Math.min(r.failures, 5)).map((kind) => {
      const [file, line] = [`/srv/app/${r.path()}.php`, r.int(9, 400)];
      return `▷${time()} PHP Fatal error:  ${kind(r.camel())} in ${file}:${line}
Stack trace:
▶#0 /srv/app/src/${r.path()}.php(${r.int(9, 400)}): ${r.pascal()}->${r.camel()}(NULL)
#1 /srv/app/vendor/acme/${r.path()}.php(${r.int(9, 400)}): ${r.pascal()}->${r.verb()}(Object(${r.pascal()}))
#2 /srv/app/public/index.php(${r.int(9, 60)}): Kernel->handle()
#3 {main}
  thrown in ${file} on line ${line}`;
    }),
    outro: `▶${time()} WARNING: [pool www] child ${r.int(10, 999)} exited with code 255 after ${r.int(1, 99)}.${r.int(10, 99)} seconds from start`,
  };
};
