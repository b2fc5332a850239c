// The components as static markup, and what they show of a compaction.
import { type ComponentChildren, isValidElement, type VNode } from "preact";
import { renderToStaticMarkup } from "preact-render-to-string";
import { compactMessages } from "tooltrim";
import { inspectMessages, type Problem, validateMessages } from "tooltrim/messages";
import {
  ContextBar,
  Economics,
  ExchangeTable,
  exchangeRows,
  FileTrail,
  OpenFailures,
  PartsTable,
  Problems,
  RungLegend,
  Table,
} from "tooltrim-view";
import { describe, expect, test } from "vitest";
import { noSessions, sessions } from "../../../js/test/messages/support.js";
import { parsed } from "./markup.js";
import { hostileSession, session } from "./support.js";

function compacted(messages: readonly object[], share: number) {
  const before = inspectMessages(messages);
  const options = { window: { chars: Math.max(before.size.chars, 1) }, compactTo: share, triggerAt: 0, minimumGain: 0 };
  const { report, messages: after } = compactMessages(messages, options);
  const contexts = [
    { label: "Before", parts: before.parts },
    { label: "After", parts: inspectMessages(after).parts },
  ];
  return { report, contexts, rows: exchangeRows(report, before), before };
}

const html = (vnode: VNode) => {
  const markup = renderToStaticMarkup(vnode);
  parsed(`<main>${markup}</main>`, true);
  return markup;
};
const count = (text: string, part: string | RegExp) => text.split(part).length - 1;

function expectRowsToMatch(messages: readonly object[]) {
  const { rows, before, report } = compacted(messages, 0.5);
  expect(rows.map(({ index }) => index)).toEqual(report.exchanges.map((_, at) => at));
  for (const { index, name, category, id, ...row } of rows) {
    const call = before.calls[index];
    expect([call?.category, call?.callId]).toEqual([category, id]);
    // Only what was found in the conversation is on one line and shortened.
    if (/^[\w-]{1,160}$/.test(name)) expect(call?.name).toBe(name);
    expect([row.subject, row.isError, row.stale]).toEqual([call?.subject, call?.isError, call?.stale]);
  }
}

test("rows join the report with the call that it is about", () => {
  expectRowsToMatch(session);
  expectRowsToMatch(hostileSession);
});

describe.skipIf(noSessions)("real sessions", () => {
  const files = noSessions ? [{ name: `all of them: ${noSessions}` } as (typeof sessions)[number]] : sessions;
  test.each(files)("$name has a row for each call", ({ load }) => {
    expectRowsToMatch(load() as object[]);
  });
});

test("bars before and after are on one scale", () => {
  const { contexts, report } = compacted(session, 0.5);
  const bars = html(<ContextBar contexts={contexts} />).split("v-context-row");
  const ends = bars.slice(1).map((bar) => {
    const edges = Array.from(bar.matchAll(/ x="([\d.]+)" y="0" width="([\d.]+)"/g), ([, x, width]) => [
      Number(x),
      Number(width),
    ]);
    return edges.reduce((end, [x = 0, width = 0]) => Math.max(end, x + width), 0);
  });
  expect(ends[0]).toBeCloseTo(1000);
  expect(Math.abs((ends[1] ?? 0) - (1000 * report.after.chars) / report.before.chars)).toBeLessThan(1);
  const table = html(<PartsTable contexts={contexts} />);
  for (const { parts } of contexts) expect(table).toContain(parts.results.toLocaleString("en"));
});

test("costs are those of the report", () => {
  const { report } = compacted(session, 0.4);
  const text = html(<Economics report={report} />);
  expect(report.breakEvenRequests).not.toBeNull();
  expect(text).toContain(`<b>${report.breakEvenRequests}</b>`);
  const format = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });
  for (const size of [report.after.tokens, report.after.chars, report.rebilledTokens, report.stablePrefix])
    expect(text).toContain(`>${format.format(size)}</b>`);
  expect(text).not.toContain("target missed");
  expect(html(<Economics report={{ ...report, overTarget: true, fits: false }} />)).toMatch(
    /does not fit.*target missed/s,
  );
});

test("a step that changes nothing says so", () => {
  const { report } = compacted(session, 1);
  const text = html(<Economics report={report} />);
  expect(text).toContain("nothing was changed");
  expect(text).toContain("<b>–</b>");
});

test("exchanges have rung, reason, subject and both sizes; the marked one is current", () => {
  const { rows } = compacted(session, 0.4);
  const text = html(<ExchangeTable rows={rows} selected={3} />);
  expect(count(text, "<tr")).toBe(rows.length + 1);
  expect(count(text, 'aria-current="true"')).toBe(1);
  expect(text).not.toContain("<button");
  for (const { charsBefore, charsAfter, rung, reason } of rows) {
    const sizes = [...new Set([charsBefore, charsAfter])].map((size) => size.toLocaleString("en"));
    for (const each of [rung, reason, sizes.join(" → ")]) expect(text).toContain(each);
  }
  expect(html(<ExchangeTable rows={rows} most={4} />)).toContain(`and ${rows.length - 4} more`);
});

test("files, failures, problems and rungs", () => {
  const { report } = compacted(session, 0.5);
  const files = html(<FileTrail report={{ ...report, reReads: ["src/berth.ts"] }} />);
  expect(files).toMatch(/src\/berth\.ts.*changed.*read again/s);
  expect(html(<OpenFailures report={report} />)).toContain("Error: berth 7 is full");
  expect(html(<OpenFailures report={{ openFailures: ["a", "a", ""] }} />)).toMatch(/2 times.*without a line/s);
  const problems: readonly Problem[] = validateMessages(session.slice(2));
  const text = html(<Problems problems={problems} />);
  for (const { rule, message } of problems) for (const each of [rule, message]) expect(text).toContain(each);
  expect(problems.length).toBeGreaterThan(0);
  expect(html(<Problems problems={[]} />)).toContain("break no rule");
  expect(html(<RungLegend />)).toMatch(/full.*trimmed.*fact.*folded/s);
});

test("callbacks get the exchange and the message that were chosen", () => {
  const { report, rows } = compacted(session, 0.5);
  const chosen: unknown[] = [];
  const click = (vnode: ComponentChildren) => {
    for (const button of buttonsIn(vnode)) (button.props as unknown as { onClick(): void }).onClick();
  };
  click(<ExchangeTable rows={rows} onSelect={(index) => chosen.push(index)} />);
  expect(chosen.splice(0)).toEqual(rows.map(({ index }) => index));
  click(<FileTrail report={report} onMessage={(message) => chosen.push(message)} />);
  expect(chosen).toEqual([...report.edited, ...report.read].map(({ lastMessage }) => lastMessage));
});

/** The buttons that components render, without a document. */
function buttonsIn(children: ComponentChildren): VNode[] {
  if (Array.isArray(children)) return children.flatMap(buttonsIn);
  if (!isValidElement(children)) return [];
  const { type, props } = children as VNode<{ children?: ComponentChildren }>;
  if (type === "button") return [children as VNode];
  return buttonsIn(
    typeof type === "function" ? (type as (props: unknown) => ComponentChildren)(props) : props.children,
  );
}

test("hostile texts stay texts in all of them", () => {
  const { report, rows, contexts } = compacted(hostileSession, 0.3);
  const text = html(
    <div>
      <ContextBar contexts={contexts} />
      <ExchangeTable rows={rows} onSelect={() => {}} />
      <FileTrail report={report} onMessage={() => {}} />
      <OpenFailures report={report} />
      <Economics report={report} />
      <Table caption="None" rows={[]} columns={[]} />
    </div>,
  );
  expect(text).not.toMatch(/<script|<img|\u202e|\u009b/);
  expect(text).not.toMatch(/NaN|Infinity|undefined/);
});
