// psql in several languages, kubectl, and logs in which no word says that something went wrong.

const sqlWords = {
  en: {
    err: "ERROR",
    rel: (n) => `relation "${n}" does not exist`,
    dup: (n) => `duplicate key value violates unique constraint "${n}"`,
    syn: (n) => `syntax error at or near "${n}"`,
    line: "LINE",
    pos: "DETAIL",
    found: (n) => `Key (id)=(${n}) already exists.`,
  },
  de: {
    err: "FEHLER",
    rel: (n) => `Relation »${n}« existiert nicht`,
    dup: (n) => `doppelter Schlüsselwert verletzt Unique-Constraint »${n}«`,
    syn: (n) => `Syntaxfehler bei »${n}«`,
    line: "ZEILE",
    pos: "DETAIL",
    found: (n) => `Schlüssel »(id)=(${n})« existiert bereits.`,
  },
  fr: {
    err: "ERREUR",
    rel: (n) => `la relation « ${n} » n'existe pas`,
    dup: (n) => `la valeur d'une clé dupliquée rompt la contrainte unique « ${n} »`,
    syn: (n) => `erreur de syntaxe sur ou près de « ${n} »`,
    line: "LIGNE",
    pos: "DÉTAIL",
    found: (n) => `La clé « (id)=(${n}) » existe déjà.`,
  },
  ja: {
    err: "エラー",
    rel: (n) => `リレーション"${n}"は存在しません`,
    dup: (n) => `重複したキー値は一意性制約"${n}"違反となります`,
    syn: (n) => `"${n}"またはその近辺で構文エラー`,
    line: "行",
    pos: "DETAIL",
    found: (n) => `キー (id)=(${n}) はすでに存在します。`,
  },
  zh: {
    err: "错误",
    rel: (n) => `关系 "${n}" 不存在`,
    dup: (n) => `重复键违反唯一约束"${n}"`,
    syn: (n) => `语法错误 在 "${n}" 或附近的`,
    line: "第",
    pos: "详细信息",
    found: (n) => `键值"(id)=(${n})" 已经存在`,
  },
};

export const sql = (r) => {
  const w = sqlWords[r.lang] ?? sqlWords.en;
  const file = `migrations/00${r.int(10, 99)}_${r.snake()}.sql`;
  const kinds = [
    () =>
      `▷psql:${file}:${r.int(9, 900)}: ${w.err}:  ${w.rel(`${r.snake()}s`)}\n▶${w.line} 1: INSERT INTO ${r.snake()}s (id, name) VALUES (${r.int(1, 99)}, 'x');`,
    () =>
      `▷psql:${file}:${r.int(9, 900)}: ${w.err}:  ${w.dup(`${r.stem()}_pkey`)}\n▶${w.pos}:  ${w.found(r.int(1, 9999))}`,
    () => `▷psql:${file}:${r.int(9, 900)}: ${w.err}:  ${w.syn(r.verb())}`,
  ];
  return {
    intro: `$ psql -v ON_ERROR_STOP=1 -f ${file}\nSET\nBEGIN`,
    before: () =>
      r.pick([
        `INSERT 0 ${r.int(1, 99999)}`,
        `CREATE INDEX ${r.snake()}_${r.int(1, 9999)}_idx`,
        `UPDATE ${r.int(1, 99999)}`,
        `psql:${file}:${r.int(1, 900)}: NOTICE:  table "${r.snake()}_${r.int(1, 999)}" does not exist, skipping`,
      ]),
    decoys: [
      () => `CREATE TABLE error_log_${r.int(1, 999)}`,
      () =>
        `psql:${file}:${r.int(1, 900)}: NOTICE:  function raise_exception_${r.int(1, 999)}() does not exist, skipping`,
      () => `COMMENT ON COLUMN jobs.failed_at_${r.int(1, 999)}`,
      () => ` errors | ${r.int(1, 999)} rows checked | 0`,
    ],
    blocks: r.some(kinds, Math.min(r.failures, 3)).map((kind) => kind()),
    outro: `ROLLBACK\n▶psql exited with status 3 (${file})`,
  };
};

export const kubectl = (r) => {
  const pod = () => `${r.stem()}-${r.verb()}-${r.hex(9)}-${r.hex(5)}`;
  const kinds = [
    () => `▷${pod()}   0/1   CrashLoopBackOff   ${r.int(5, 90)} (${r.int(1, 9)}m ago)   ${r.int(1, 9)}h`,
    () =>
      `▷Warning  Failed     ${r.int(1, 59)}s   kubelet   Error: ImagePullBackOff for registry.acme.dev/${r.stem()}:${r.hex(7)}`,
    () => `▷    Last State:     Terminated\n▶      Reason:       OOMKilled\n▶      Exit Code:    137`,
    () =>
      `▷Warning  FailedScheduling   ${r.int(1, 59)}m   default-scheduler   0/${r.int(3, 40)} nodes are available: insufficient memory.`,
    () =>
      `▷Warning  Unhealthy  ${r.int(1, 59)}s   kubelet   Readiness probe failed: HTTP probe failed with statuscode: 503`,
  ];
  return {
    intro: "$ kubectl get pods -A; kubectl get events -A; kubectl describe pods",
    before: () =>
      r.pick([
        `${pod()}   1/1   Running   0   ${r.int(1, 40)}d`,
        `Normal   Pulled     ${r.int(1, 59)}s   kubelet   Successfully pulled image for ${pod()} in ${r.int(1, 9)}.${r.int(1, 9)}s`,
        `    Ready:          True   (${pod()})`,
      ]),
    decoys: [
      () => `error-tracker-${r.hex(9)}-${r.hex(5)}   1/1   Running   0   ${r.int(1, 40)}d`,
      () => `failed-jobs-cleaner-${r.hex(5)}   0/1   Completed   0   ${r.int(1, 40)}d`,
      () => `Normal   Created    ${r.int(1, 59)}s   kubelet   Created container exception-reporter-${r.int(1, 99)}`,
      () => `      FAIL_ON_ERROR_${r.int(1, 99)}:  false`,
    ],
    blocks: r.some(kinds, Math.min(r.failures, 5)).map((kind) => kind()),
    outro: `▶error: timed out waiting for the condition on deployments/${r.stem()}-${r.verb()}`,
  };
};

/** No word of the usual lists: only the shape of the line is unlike all others. */
export const shapes = (r) => {
  const time = () => `0${r.int(1, 9)}:${r.int(10, 59)}:${r.int(10, 59)}`;
  const kinds = [
    () =>
      `▷worker ${r.int(2, 40)} last seen ${r.int(60, 900)} s ago, giving its shard ${r.int(1, 99)} to worker ${r.int(41, 90)}`,
    () =>
      `▷checksum of 00${r.int(10, 99)}_${r.snake()}.sql is ${r.hex(8)}, recorded was ${r.hex(8)}; leaving the rest out`,
    () => `▷replica ${r.stem()}-${r.int(1, 9)} is ${r.int(1000, 90000)} entries behind, reads go to the primary`,
    () => `▷clock moved back by ${r.int(2, 90)} min between two beats (${r.hex(6)})`,
    () =>
      `▷/dev/nvme${r.int(0, 3)}n1p${r.int(1, 9)} has ${r.int(0, 9)} bytes left, /var/lib/${r.stem()} is read-only now`,
    () => `▷dropping ${r.int(100, 9000)} unsent ${r.stem()}s of tenant ${r.hex(6)}`,
  ];
  return {
    intro: `${time()} ready`,
    before: () => `${time()} beat ${r.stem()} worker=${r.int(1, 40)} queue=${r.int(0, 999)} lag=${r.int(0, 90)}ms`,
    decoys: [
      () => `${time()} beat error-reporter worker=${r.int(1, 40)} queue=0 lag=${r.int(0, 90)}ms`,
      () => `${time()} beat failed-jobs worker=${r.int(1, 40)} queue=0 lag=${r.int(0, 90)}ms`,
    ],
    blocks: r.some(kinds, r.failures).map((kind) => kind().replace("▷", `▷${time()} `)),
    outro: `▶${time()} leaving with status ${r.int(2, 90)}`,
  };
};
