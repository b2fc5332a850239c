// npm, docker build, git.

export const npm = (r) => {
  const name = r.stem();
  const kinds = [
    () =>
      `▷npm error code ERESOLVE\n▶npm error ERESOLVE unable to resolve dependency tree\nnpm error\nnpm error While resolving: web@1.0.0\nnpm error Found: react@19.1.${r.int(0, 9)}\n▶npm error peer react@"^17.0.0" from @acme/${name}@${r.int(2, 9)}.1.0`,
    () =>
      `▷npm error code E404\n▶npm error 404 Not Found - GET https://registry.npmjs.org/@acme%2f${name} - Not found\nnpm error 404  '@acme/${name}@^${r.int(2, 9)}.0.0' is not in this registry.`,
    () =>
      `▷npm error gyp ERR! build error\nnpm error gyp ERR! stack Error: \`make\` failed with exit code: 2\n▶npm error ../src/${r.snake()}.cc:${r.int(9, 400)}:10: fatal error: ${name}.h: No such file or directory\nnpm error gyp ERR! not ok`,
    () =>
      `▷npm error code EINTEGRITY\n▶npm error sha512-${r.hex(30)} integrity checksum failed when using sha512: wanted sha512-${r.hex(20)}`,
  ];
  return {
    intro: "npm verbose cli /usr/local/bin/node /usr/local/bin/npm\nnpm info using npm@10.9.2",
    before: () =>
      `npm http fetch GET 200 https://registry.npmjs.org/${r.path("-").replace("/", "-")}-${r.int(1, 9999)} ${r.ms()}ms (cache ${r.pick(["hit", "miss", "revalidated"])})`,
    decoys: [
      () => `npm http fetch GET 200 https://registry.npmjs.org/http-errors-${r.int(1, 99)} ${r.ms()}ms (cache hit)`,
      () =>
        `npm warn deprecated ${r.stem()}-error@${r.int(1, 9)}.0.${r.int(1, 99)}: this package is no longer supported`,
      () =>
        `npm http fetch GET 200 https://registry.npmjs.org/fatal-exception-${r.int(1, 99)} attempt 2 failed with ECONNRESET, attempt 3 ok`,
      () => `npm info run es5-ext@0.10.${r.int(1, 99)} postinstall node_modules/verror { code: 0, signal: null }`,
    ],
    blocks: r.some(kinds, Math.min(r.failures, 4)).map((kind) => kind()),
    outro: `npm verbose cwd /srv/web
▶npm verbose exit 1
npm error A complete log of this run can be found in: /home/dev/.npm/_logs/2026-03-12T10_00_00_000Z-debug-0.log`,
  };
};

export const docker = (r) => {
  const step = r.int(7, 14);
  const script = `${r.snake()}.sh`;
  const seconds = () => `${r.int(1, 99)}.${r.int(10, 99)}`;
  const kinds = [
    () => `▶#${step} ${seconds()} E: Unable to locate package lib${r.stem()}-dev`,
    () =>
      `▶#${step} ${seconds()} ERROR: Could not find a version that satisfies the requirement ${r.stem()}==${r.int(1, 9)}.${r.int(1, 9)}`,
    () => `▶#${step} ${seconds()} /bin/sh: 1: ${r.snake()}: not found`,
    () => `▶#${step} ${seconds()} Killed`,
  ];
  const exit = r.pick([1, 100, 127, 137]);
  return {
    intro: `#0 building with "default" instance using docker driver\n#1 [internal] load build definition from Dockerfile\n#1 DONE 0.1s`,
    before: () =>
      r.pick([
        `#${step} ${seconds()} Get:${r.int(1, 900)} http://deb.debian.org/debian bookworm/main amd64 lib${r.stem()}${r.int(1, 999)} amd64 [${r.int(1, 900)} kB]`,
        `#${step} ${seconds()} Setting up lib${r.stem()}${r.int(1, 999)}:amd64 (${r.int(1, 9)}.${r.int(1, 99)}-1) ...`,
      ]),
    decoys: [
      () => `#${step} ${seconds()} Setting up liberror-perl (0.17029-${r.int(1, 99)}) ...`,
      () =>
        `#${step} ${seconds()} debconf: delaying package configuration, since apt-utils is not installed (${r.int(1, 99)})`,
      () => `#${step} ${seconds()} Unpacking libgpg-error0:amd64 (1.46-${r.int(1, 99)}) ...`,
      () => `#${step} ${seconds()} retrying after error (${r.int(1, 3)}/3) ... ok`,
      () => `#${step} CACHED failed-jobs-${r.int(1, 99)}`,
    ],
    blocks: [
      `${r.pick(kinds)()}
▶#${step} ERROR: process "/bin/sh -c ./${script}" did not complete successfully: exit code: ${exit}`,
    ],
    outro: `------
 > [build ${step - 3}/9] RUN ./${script}:
------
▶Dockerfile:${r.int(9, 60)}
--------------------
▶ERROR: failed to solve: process "/bin/sh -c ./${script}" did not complete successfully: exit code: ${exit}`,
  };
};

const gitWords = {
  en: {
    conflict: (f) => `CONFLICT (content): Merge conflict in ${f}`,
    end: "Automatic merge failed; fix conflicts and then commit the result.",
    fatal: (n) => `fatal: could not read Username for 'https://git.acme.dev/${n}': terminal prompts disabled`,
    sub: (n) => `fatal: clone of 'https://git.acme.dev/${n}.git' into submodule path '${n}' failed`,
  },
  de: {
    conflict: (f) => `KONFLIKT (Inhalt): Merge-Konflikt in ${f}`,
    end: "Automatischer Merge fehlgeschlagen; beheben Sie die Konflikte und committen Sie dann das Ergebnis.",
    fatal: (n) => `Schwerwiegend: Remote-Repository '${n}' konnte nicht gelesen werden.`,
    sub: (n) => `Schwerwiegend: Klonen von '${n}' in Submodul-Pfad fehlgeschlagen`,
  },
  fr: {
    conflict: (f) => `CONFLIT (contenu) : Conflit de fusion dans ${f}`,
    end: "La fusion automatique a échoué ; réglez les conflits et validez le résultat.",
    fatal: (n) => `fatal : impossible de lire le dépôt distant '${n}'.`,
    sub: (n) => `fatal : le clonage de '${n}' dans le chemin de sous-module a échoué`,
  },
  ja: {
    conflict: (f) => `競合 (内容): ${f} でマージの競合が発生しました`,
    end: "自動マージに失敗しました。競合を修正して結果をコミットしてください。",
    fatal: (n) => `致命的エラー: リモートリポジトリ '${n}' から読み取れませんでした。`,
    sub: (n) => `致命的エラー: サブモジュール '${n}' のクローンに失敗しました`,
  },
  zh: {
    conflict: (f) => `冲突（内容）：合并冲突于 ${f}`,
    end: "自动合并失败，修正冲突然后提交修正的结果。",
    fatal: (n) => `致命错误：无法读取远程仓库 '${n}'。`,
    sub: (n) => `致命错误：无法克隆 '${n}' 到子模组路径`,
  },
};

export const git = (r) => {
  const w = gitWords[r.lang] ?? gitWords.en;
  const kinds = [
    w.conflict,
    w.fatal,
    w.sub,
    (n) => w.conflict(`src/${n}.ts`),
    (n) => w.conflict(`docs/${n}.md`),
    (n) => w.conflict(`tests/${n}.py`),
  ];
  return {
    intro: `$ git merge --verbose origin/${r.stem()}\nUpdating ${r.hex(8)}..${r.hex(8)}`,
    before: () =>
      r.pick([
        `Auto-merging src/${r.path("-")}-${r.int(1, 9999)}.ts`,
        ` create mode 100644 src/${r.path("-")}-${r.int(1, 9999)}.ts`,
        ` src/${r.path("-")}-${r.int(1, 9999)}.ts | ${r.int(1, 99)} ${"+".repeat(r.int(1, 9))}--`,
      ]),
    decoys: [
      () => `Auto-merging src/errors/fatal-${r.int(1, 999)}.ts`,
      () => ` create mode 100644 docs/known-failures-${r.int(1, 999)}.md`,
      () => ` src/error_handler_${r.int(1, 999)}.rs | ${r.int(1, 99)} +++--`,
      () => `warning: in the working copy of 'src/error-${r.int(1, 999)}.ts', LF will be replaced by CRLF`,
      () => ` rename src/{conflict => failed}-${r.int(1, 999)}.ts (98%)`,
    ],
    blocks: r.some(kinds, r.failures).map((kind) => `▷${kind(`${r.path("-")}-${r.int(1, 99)}`)}`),
    outro: `▶${w.end}`,
  };
};
