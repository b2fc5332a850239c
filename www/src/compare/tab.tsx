// The tab that compares: one input, one limit, several ways to cut.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { number } from "../shared/dom.js";
import { useDrop } from "../shared/files.js";
import { onHash, readHash, tabOf, writeHash } from "../shared/hash.js";
import { type Input, output, session } from "../shared/inputs.js";
import { unpacked } from "../shared/share.js";
import { Controls } from "./controls.js";
import { Comparison } from "./engine.js";
import { loadExample } from "./examples.js";
import { InputPane } from "./input.js";
import { keptLess } from "./losses.js";
import { conversationMeasures, fairness, textMeasures } from "./measures.js";
import { Panes } from "./panes.js";
import { defaults, type Kind, names, queryOf, readSettings, type Settings } from "./state.js";
import { FactsTable } from "./table.js";
import "./compare.css";

const shared = { text: output, conversation: session };
const unit = { text: "chars", conversation: "UTF-16 units" };

export function CompareTab() {
  const [settings, setSettings] = useState(() => readSettings(defaults));
  const comparisons = useMemo(
    () => ({ text: new Comparison("text"), conversation: new Comparison("conversation") }),
    [],
  );
  const { of } = settings;
  const comparison = comparisons[of];
  const { input, give, tryExample, problem } = useInputs(of, comparisons);
  useSettings(settings, setSettings, comparison);
  useDrop((dropped) => {
    if (tabOf() !== "compare") return;
    give(typeof dropped === "string" ? { name: "", content: dropped } : { name: dropped.name, content: dropped });
  });
  const measures = of === "text" ? textMeasures : conversationMeasures;
  const rows = comparison.rows.value;
  const loaded = comparison.loaded.value;
  const busy = comparison.busy.value;
  const less = keptLess(rows, measures);
  const limit = loaded && limitOf(settings, loaded.size);
  const caption = loaded && limit !== undefined ? captionOf(loaded.size, limit, of) : busy ? "Reading …" : "";
  return (
    <div class="compare">
      <Controls settings={settings} onChange={setSettings} input={input} />
      <InputPane
        of={of}
        input={input}
        error={problem || comparison.error.value}
        about={[loaded?.about, ...(loaded?.notes ?? [])].filter(Boolean).join(" · ")}
        onInput={give}
        onExample={tryExample}
      />
      <FactsTable
        names={names[of]}
        measures={measures}
        rows={rows}
        busy={busy}
        fairness={fairness[of]}
        caption={caption}
      />
      <section class="compare-less" aria-labelledby="compare-less-title">
        <h2 id="compare-less-title">Where tooltrim keeps less</h2>
        {less.length > 0 ? (
          <ul>
            {less.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        ) : (
          <p>{rows.length > 0 ? "Of nothing that is counted here, with this input and this limit." : "…"}</p>
        )}
      </section>
      <Panes
        names={names[of]}
        shown={settings.shown[of]}
        rows={rows}
        busy={busy}
        onShow={(shown) => setSettings({ ...settings, shown: { ...settings.shown, [of]: shown } })}
        result={(name) => comparison.result(name)}
      />
    </div>
  );
}

/** Of a conversation a share of its size. */
const limitOf = ({ of, limit, share }: Settings, size: number): number =>
  of === "text" ? limit : Math.floor((size * share) / 100);

function captionOf(size: number, limit: number, of: Kind): string {
  if (size <= limit) return `${number(size)} ${unit[of]} fit the limit of ${number(limit)}: nothing has to be cut`;
  return `${number(size)} ${unit[of]} in, at most ${number(limit)} out for each`;
}

/** Settings and address follow each other; the comparison follows the settings. */
function useSettings(settings: Settings, set: (settings: Settings) => void, comparison: Comparison): void {
  const latest = useRef(settings);
  latest.current = settings;
  useEffect(() => onHash(() => set(readSettings(latest.current))), []);
  useEffect(() => writeHash("compare", queryOf(settings)), [settings]);
  const { limit, share } = settings;
  useEffect(() => comparison.limit(({ size }) => limitOf(latest.current, size)), [comparison, limit, share]);
}

/** What is compared: of each kind one, shared with the other tabs; an example until there is one. */
function useInputs(of: Kind, comparisons: Readonly<Record<Kind, Comparison>>) {
  const [own, setOwn] = useState<Partial<Record<Kind, Input>>>({});
  const [problem, setProblem] = useState("");
  const kind = useRef(of);
  kind.current = of;
  const given = { text: output.value, conversation: session.value }[of];
  const input = given ?? own[of];
  const give = (next: Input) => {
    setProblem("");
    shared[kind.current].value = next;
  };
  const tryExample = (name: string) => {
    loadExample(kind.current, name).then(give, () => setProblem("The example could not be loaded. Are you off line?"));
  };
  useEffect(() => {
    if (input) comparisons[of].load(input);
    else
      loadExample(of).then(
        (example) => setOwn((before) => ({ ...before, [of]: example })),
        () => setProblem("The example could not be loaded. Are you off line?"),
      );
  }, [input, of]);
  useLinked(give, setProblem);
  return { input, give, tryExample, problem };
}

/** The input in the address, once: then it belongs to the page. */
function useLinked(give: (input: Input) => void, complain: (problem: string) => void): void {
  const read = () => {
    const packed = readHash("compare")?.get("input");
    if (!packed) return;
    unpacked(packed).then(
      (content) => give({ name: "", content }),
      () => complain("The input in this link cannot be read: the link may have been cut."),
    );
  };
  useEffect(() => {
    read();
    onHash(read);
  }, []);
}
