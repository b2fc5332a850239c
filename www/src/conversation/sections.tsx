// What else the report says, and what was found in the messages as they came.
import type { ComponentChildren } from "preact";
import { Economics, FileTrail, grouped, OpenFailures, Problems, visible } from "tooltrim-view";
import { choose } from "./selection.js";
import { opened, report } from "./state.js";

export function Sections() {
  const [now, current] = [opened.value, report.value];
  if (!now || !current) return null;
  const { problems, inspection } = now.info;
  /** To the last exchange whose call or result is in a message. */
  const go = (message: number) => {
    const there = inspection.calls.map((call) => call.message === message || call.resultMessage === message);
    const at = there.lastIndexOf(true);
    if (at < 0) return;
    choose(at);
    document.getElementById("exchange-list")?.focus();
  };
  return (
    <>
      <Section id="economics" title="What it saves and costs">
        <Economics report={current} />
      </Section>
      <div class="conversation-columns">
        <Section id="files" title="Files" count={current.edited.length + current.read.length}>
          <FileTrail report={current} onMessage={go} />
        </Section>
        <div class="conversation-stack">
          <Section id="open-failures" title="Open failures" count={current.openFailures.length}>
            <OpenFailures report={current} />
          </Section>
          <Section id="re-reads" title="Read again" count={current.reReads.length}>
            <ReReads paths={current.reReads} />
          </Section>
        </div>
      </div>
      <Section id="problems" title="Problems of the messages" count={problems.length}>
        <Problems problems={problems} />
      </Section>
    </>
  );
}

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly count?: number;
  readonly children: ComponentChildren;
}

function Section({ id, title, count, children }: SectionProps) {
  return (
    <section class="pane facts" aria-labelledby={`${id}-title`} id={id}>
      <div class="pane-head">
        <h2 id={`${id}-title`}>{title}</h2>
        {count !== undefined && count > 0 && <p class="pane-note">{grouped(count)}</p>}
      </div>
      <div class="facts-body">{children}</div>
    </section>
  );
}

function ReReads({ paths }: { paths: readonly string[] }) {
  if (paths.length === 0) return <p class="v-soft">None: no file was read again after its view had been compacted.</p>;
  return (
    <ul class="v-lines">
      {paths.map((path) => (
        <li key={path}>
          <code>{visible(path)}</code>
        </li>
      ))}
    </ul>
  );
}
