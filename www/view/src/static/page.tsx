import { PartsTable } from "../components/context-bar.js";
import { FailuresTable } from "../components/failures.js";
import { type Figure, Figures } from "../components/figures.js";
import { FilesTable } from "../components/files.js";
import { GrowthChart } from "../components/growth-chart.js";
import { SavingsTable } from "../components/savings.js";
import { LargestTable, RepeatsTable, UsageKey, UsageTable } from "../components/usage.js";
import { shareOf, staleNote, summaryOf, typicalSaving } from "../stats/summary.js";
import type { ConversationStats } from "../stats/types.js";
import css from "../styles/page.css?inline";
import { budget, compact, grouped, percent, visible } from "../text.js";
import { htmlDocument, Section } from "./document.js";

/** Nothing is loaded and nothing runs. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** Returns stats as one HTML page that needs nothing else. */
export function statsPage(
  stats: ConversationStats,
  { title = "What takes the room" }: { title?: string } = {},
): string {
  const children = (
    <>
      <header>
        <h1>{visible(title)}</h1>
        <p class="v-soft">{summaryOf(stats)}</p>
      </header>
      <StatsSections stats={stats} />
      <footer>Made by tooltrim. Chars are UTF-16 units of texts, names and arguments; tokens are estimated.</footer>
    </>
  );
  return htmlDocument({ title, policy: POLICY, css, children });
}

function StatsSections({ stats }: { readonly stats: ConversationStats }) {
  const { size, categories, tools, largest, files, repeats, failures, savings, parts } = stats;
  return (
    <main>
      <Figures label="Figures" figures={figuresOf(stats)} />
      <Section id="growth" title="How it grew">
        <div class="pair">
          <GrowthChart stats={stats} />
          <PartsTable contexts={[{ label: "Chars", parts }]} />
        </div>
      </Section>
      <Section id="tools" title="By tool" note={staleNote(stats)}>
        <UsageKey />
        <UsageTable by="category" rows={categories} all={size.chars} />
        <UsageTable by="tool" rows={tools} all={size.chars} />
      </Section>
      <Section id="largest" title="Biggest results">
        <LargestTable rows={largest} />
      </Section>
      <Section id="again" title="Read and run again">
        <FilesTable rows={files} />
        <RepeatsTable rows={repeats} />
      </Section>
      <Section id="failures" title="Failures">
        <FailuresTable rows={failures} />
      </Section>
      <Section id="savings" title="What compaction would save" note={savingsNote(stats)}>
        <SavingsTable rows={savings} />
      </Section>
    </main>
  );
}

function figuresOf(stats: ConversationStats): Figure[] {
  const { size, calls, failedCalls, stale, window, parts } = stats;
  const saving = typicalSaving(stats);
  const filled = window && (window.tokens === undefined ? size.chars : size.tokens) / room(window);
  return [
    { figure: compact(size.tokens), words: `tokens, ${grouped(size.chars)} chars` },
    ...(filled === null ? [] : [{ figure: percent(filled), words: `of a window of ${budget(window ?? {})}` }]),
    {
      figure: grouped(calls),
      words: failedCalls > 0 ? `tool calls, ${grouped(failedCalls)} failed` : "tool calls",
    },
    { figure: shareOf(stats, parts.results), words: "are tool results" },
    { figure: shareOf(stats, stale.chars), words: "is out of date" },
    ...(saving
      ? [
          {
            figure: percent(saving.saved),
            words: `less if compacted to ${percent(saving.share)}`,
            kind: "good" as const,
          },
        ]
      : []),
  ];
}

const room = ({ chars, tokens, utf16 }: { chars?: number; tokens?: number; utf16?: number }) =>
  Math.max(tokens ?? chars ?? utf16 ?? 1, 1);

function savingsNote({ savings, window }: ConversationStats): string | undefined {
  if (savings.length === 0) return undefined;
  const of = window ? `the window of ${budget(window)}` : "the size of the conversation";
  return `Targets are shares of ${of}. A step makes the provider read text behind a change again, which costs once; it pays off after that many requests.`;
}
