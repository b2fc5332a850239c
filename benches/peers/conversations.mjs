// A conversation compacted to a fifth: what is kept, and the time of the processor. Contenders without a limit get the mildest
// of their settings that fits; finding it is in their time, since their callers have to, too.

import { join } from "node:path";
import { validateMessages } from "tooltrim/messages";
import { isPossible } from "../../compare/history/measure.mjs";
import { contenders, takesPart } from "../../evals/history/contenders/index.mjs";
import { prepareAll, runShare } from "../../evals/history/points.mjs";
import { loadSessions } from "../../evals/history/sessions.mjs";
import { bootstrapBySession, interval } from "../../evals/lib/bootstrap.mjs";
import { cpuMs } from "../js/cpu.mjs";
import { digits, heading, printTable } from "../js/print.mjs";

const SHARE = 20;
const TIMED = 5;

export async function conversations({ quick, folder, synthetic }) {
  const all = ["sessions", "sessions-more"].flatMap((part) => loadSessions(join(folder, part), { borrow: true }));
  const sessions = all.filter(({ unseen }) => unseen);
  const validatorOf = (session) => (messages) => validateMessages(messages, { format: session.kind });
  const points = prepareAll(sessions, quick ? [100_000] : [100_000, 200_000], validatorOf);
  const taking = (await contenders()).filter(({ skipped }) => !skipped);
  const { results } = await runShare(points, SHARE, taking);
  heading(
    "peers: a conversation",
    `${points.length} points of unseen ${synthetic ? "SYNTHETIC " : ""}sessions at ${SHARE} % of their size. Kept in %, by session, with 95 % of 2,000 resamples; ` +
      `ms of the processor for one compaction, mean of up to ${TIMED}, everything that the contender needs to find its setting included.`,
  );
  const rows = [];
  for (const contender of taking) {
    const own = results.filter((each) => each.contender === contender.name);
    if (own.length === 0) continue;
    const cell = (key) => interval(bootstrapBySession(own.map((each) => [each.session.name, each[key]])));
    const fitting = points.filter((point) => takesPart(contender, point.session) && isPossible(point, limitOf(point)));
    const ms = [];
    for (const point of fitting.slice(0, TIMED)) {
      const { session, messages, size } = point;
      const given = { kind: session.kind, format: session.format, limit: limitOf(point), size, share: SHARE / 100 };
      // New objects: nothing is known of them from the call before.
      ms.push(await cpuMs(() => contender.compact(structuredClone(messages), given), { least: 5, rounds: 2 }));
    }
    const mean = ms.reduce((sum, each) => sum + each, 0) / ms.length;
    const keys = ["errors", "edited", "paths", "everything"];
    rows.push([contender.name, String(own.length), ...keys.map(cell), digits(mean)]);
  }
  printTable(["", "points", "errors", "edited paths", "next paths", "everything", "ms"], rows);
}

const limitOf = ({ size }) => Math.floor((size * SHARE) / 100);
