// Growing conversations, sampled as they go on: what each request keeps against what all of them cost.
//
//     npm run eval:live                     both sets, every contender
//     node evals/live.mjs b tooltrim        one set; contenders by a part of their name
//
// TOOLTRIM_FIXTURES names a folder with recorded sessions; without it all is skipped.

import { join } from "node:path";
import { Compactor } from "tooltrim";
import { heading, note, printTable } from "../benches/js/print.mjs";
import { Compressor } from "./history/compressor.mjs";
import { contenders, takesPart } from "./history/contenders/index.mjs";
import { policy } from "./history/growing.mjs";
import { hitsOf } from "./history/hits.mjs";
import { LIVE_WINDOW, liveOf, runLive, TO } from "./history/live.mjs";
import { loadSessions } from "./history/sessions.mjs";
import { streamOf } from "./history/stream.mjs";
import { bootstrapBySession, interval } from "./lib/bootstrap.mjs";
import { printLosses } from "./lib/losses.mjs";
import { mean, quartiles } from "./lib/means.mjs";

/** Fewer calls only continue other sessions. */
const BEGINS = 30;
const COLUMNS = ["information", "errors", "edited", "fits", "cost", "hits", "growth"];
const SPREAD = ["information", "errors", "edited", "cost", "hits", "growth"];
const OURS = "tooltrim, economy: balanced";
/** Windows whose cache hits are compared, in units: some 50, 100 and 200 thousand tokens. */
const WINDOWS = [200_000, 400_000, 800_000];

const [set, part = ""] = process.argv.slice(2);
const folder = process.env.TOOLTRIM_FIXTURES;
if (!folder) {
  console.log("skipped: recorded sessions: TOOLTRIM_FIXTURES is not set");
  process.exit(0);
}
const ours = [
  ...["keep", "balanced", "save"].map((economy) => ["economy", economy]),
  ...["step", "reference"].map((repeats) => ["repeats", repeats]),
].map(([option, value]) => ({
  name: `tooltrim, ${option}: ${value}`,
  live: ({ kind, window }) => {
    const compactor = new Compactor({ format: kind, window: { chars: window }, [option]: value });
    return (history) => compactor.next(history).messages;
  },
}));
const others = (await contenders()).filter(({ name, skipped }) => !skipped && name !== "tooltrim");
const taking = [...ours, ...others].filter(({ name }) => name.includes(part));
const sessions = ["sessions", "sessions-more"].flatMap((home) => loadSessions(join(folder, home), { borrow: true }));
const compressor = new Compressor();
for (const wanted of set ? [set] : ["a", "b"]) await printSet(wanted);
compressor.end();
if (set !== "a" && OURS.includes(part)) printHits();

function beginsOf(wanted) {
  const family = sessions.filter(({ set }) => set === wanted);
  // The same session in another format is no other conversation.
  const first = (session) => family.find(({ name }) => name === session.name) === session;
  return { family, begins: family.filter((session) => session.calls.length > BEGINS && first(session)) };
}

function printHits() {
  const { family, begins } = beginsOf("b");
  heading(
    "prompt cache hits",
    `${begins.length} conversations of set b up to ${TO} × a window, in % of the units sent, with 95 % of 2,000 resamples. ` +
      "At most: if of the same requests only new messages had to be read.",
  );
  const rows = WINDOWS.map((window) => {
    const found = begins.map((session) => {
      const same = family.filter(({ format }) => format === session.format);
      const compactor = new Compactor({ format: session.kind, window: { chars: window } });
      const stream = streamOf(session, same, (TO + 0.5) * window);
      return { session: session.name, ...hitsOf(stream, window, (history) => compactor.next(history).messages) };
    });
    const cells = ["hits", "most", "endless"].map((key) =>
      interval(bootstrapBySession(found.map((each) => [each.session, each[key]]))),
    );
    return [window.toLocaleString("en"), ...cells];
  });
  printTable(["window, units", "hits", "at most", "endless window"], rows);
}

async function printSet(wanted) {
  const { family, begins } = beginsOf(wanted);
  heading(
    `set ${wanted}`,
    `${begins.length} conversations up to ${TO} × a window of ${LIVE_WINDOW.toLocaleString("en")} units; means in %, and quartiles.`,
  );
  const results = new Map(taking.map(({ name }) => [name, []]));
  for (const session of begins) {
    const same = family.filter(({ format }) => format === session.format);
    const live = liveOf(streamOf(session, same, (TO + 0.5) * LIVE_WINDOW), compressor);
    for (const contender of taking.filter((each) => takesPart(each, session))) {
      const { kind, format } = session;
      const next = (contender.live ?? policy(contender))({ kind, format, window: LIVE_WINDOW });
      results.get(contender.name).push({ session: session.name, ...(await runLive(live, next)) });
    }
  }
  const percent = (value) => (100 * value).toFixed(1);
  const cell = (values) =>
    values.length === 0 ? "–" : `${percent(mean(values))} (${quartiles(values).map(percent).join(" to ")})`;
  const cells = (own) =>
    COLUMNS.map((key) =>
      cell(
        own
          .map((each) => each[key])
          .filter((each) => each !== undefined)
          .map(Number),
      ),
    );
  printTable(
    ["", "n", ...COLUMNS],
    [...results].map(([name, own]) => [name, String(own.length), ...cells(own)]),
  );
  note("Means with 95 % of 2,000 resamples of conversations:\n");
  const spread = ([name, own]) => [
    name,
    ...SPREAD.map((key) => interval(bootstrapBySession(own.map((each) => [each.session, each[key]])))),
  ];
  printTable(["", ...SPREAD], [...results].filter(([, own]) => own.length > 0).map(spread));
  const rows = [...results].flatMap(([contender, own]) =>
    own.map(({ session, information }) => ({ contender, session, place: session, value: information })),
  );
  // Our other economies are no rivals.
  printLosses(
    "information",
    rows.filter(({ contender }) => contender === OURS || !contender.startsWith("tooltrim")),
    OURS,
  );
}
