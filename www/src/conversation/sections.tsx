// What else the report says, and what was found in the messages as they came.
import type { ComponentChildren } from "preact";
import type { FileUse, Inspection } from "tooltrim/messages";
import { Code, Economics, FileTrail, grouped, number, OpenFailures, Problems, Table, Tag } from "tooltrim-view";
import { choose } from "./selection.js";
import { opened, report } from "./state.js";

export function Sections() {
  const [now, current] = [opened.value, report.value];
  if (!now || !current) return null;
  const { problems, inspection } = now.info;
  const again = againOf(inspection);
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
          <Section id="re-reads" title="Read again" count={again.length}>
            <ReadAgain files={again} compacted={current.reReads} />
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

/** Files that were read more than once; those whose reads are out of date the most come first. */
function againOf({ files }: Pick<Inspection, "files">): FileUse[] {
  return files
    .filter(({ reads }) => reads > 1)
    .sort((one, other) => other.staleChars - one.staleChars || other.readChars - one.readChars);
}

interface ReadAgainProps {
  readonly files: readonly FileUse[];
  /** Paths whose view had been compacted before they were read again. */
  readonly compacted: readonly string[];
}

function ReadAgain({ files, compacted }: ReadAgainProps) {
  return (
    <Table<FileUse>
      caption="Files that were read more than once"
      rows={files}
      most={8}
      none="None: no file was read more than once."
      columns={[
        {
          ...{ title: "File", kind: "w" },
          cell: ({ path }) => (
            <>
              <Code text={path} /> {compacted.includes(path) && <Tag kind="bad">after its view was compacted</Tag>}
            </>
          ),
        },
        number("Reads", ({ reads }) => reads),
        number("Chars", ({ readChars }) => readChars, { isMinor: true }),
        number("Out of date", ({ staleChars }) => staleChars),
      ]}
    />
  );
}
