/// <reference types="tooltrim-view/css" />
import {
  Code,
  ContextBar,
  change,
  Economics,
  ExchangeTable,
  FileTrail,
  number,
  OpenFailures,
  PartsTable,
  Problems,
  percent,
  RungLegend,
  savedShare,
  Table,
  visible,
} from "tooltrim-view";
import { htmlDocument, Section } from "tooltrim-view/document";
import type { StepRecord } from "./record.js";
import css from "./report.css?inline";

const title = "Context of conversations";

/** The steps as a page: the last one, and the sizes of those before it. The only style sheet has the nonce. */
export function reportPage(steps: readonly StepRecord[], nonce: string): string {
  const last = steps.at(-1);
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`;
  const children = (
    <>
      <header>
        <h1>{title}</h1>
        {last ? (
          <p class="v-soft">
            <Code text={last.model} /> at {timeOf(last)}. {visible(last.notice)}
          </p>
        ) : (
          <p>
            Nothing was compacted in this window yet. That happens when a conversation fills its model's context window.
          </p>
        )}
      </header>
      {last && (
        <main>
          <LastStep {...last} />
          <StepsBefore steps={steps.slice(0, -1).reverse()} />
        </main>
      )}
    </>
  );
  return htmlDocument({ title, policy, css, nonce, children });
}

function LastStep({ report, contexts, exchanges }: StepRecord) {
  const changed = exchanges.filter(({ charsBefore, charsAfter }) => charsBefore !== charsAfter);
  return (
    <>
      <Section id="context" title="What fills the context">
        <ContextBar contexts={contexts} />
        <PartsTable contexts={contexts} />
      </Section>
      <Section id="costs" title="What it costs">
        <Economics report={report} />
      </Section>
      <Section id="calls" title={`Tool calls: ${changed.length} of ${exchanges.length} take less room`}>
        <RungLegend />
        <ExchangeTable caption="Calls that take less room" rows={changed} />
      </Section>
      <Section id="failures" title="Failures that are still open">
        <OpenFailures report={report} />
      </Section>
      <Section id="files" title="Files">
        <FileTrail report={report} most={200} />
      </Section>
      {report.problems.length > 0 && (
        <Section id="problems" title="Problems">
          <Problems problems={report.problems} />
        </Section>
      )}
    </>
  );
}

function StepsBefore({ steps }: { readonly steps: readonly StepRecord[] }) {
  if (steps.length === 0) return null;
  return (
    <Section id="before" title="Before">
      <Table<StepRecord>
        caption="Earlier steps of this window"
        rows={steps}
        most={steps.length}
        columns={[
          { title: "Time", cell: timeOf },
          { title: "Model", kind: "w", cell: ({ model }) => <Code text={model} /> },
          {
            ...{ title: "Tokens", kind: "n" },
            cell: ({ report: { before, after } }) => change(before.tokens, after.tokens),
          },
          {
            ...{ title: "Less", kind: "n" },
            cell: ({ report: { before, after } }) => percent(savedShare(before, after, "tokens")),
          },
          number("Cached again", ({ report }) => report.rebilledTokens, { isMinor: true }),
        ]}
      />
    </Section>
  );
}

const timeOf = ({ time }: StepRecord) => `${time.slice(0, 19).replace("T", " ")} UTC`;
