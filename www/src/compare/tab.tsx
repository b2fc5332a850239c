// The tab that compares: one input, one limit, several ways to cut.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useDrop } from "../shared/files.js";
import { onHash, readHash, tabOf, writeHash } from "../shared/hash.js";
import { type Input, output, session } from "../shared/inputs.js";
import { unpacked } from "../shared/share.js";
import { Controls } from "./controls.js";
import { Comparison } from "./engine.js";
import { loadExample } from "./examples.js";
import { InputPane } from "./input.js";
import { Outcome } from "./outcome.js";
import { defaults, type Kind, limitOf, queryOf, readSettings, type Settings } from "./state.js";
import "./compare.css";
import "./facts.css";

const shared = { text: output, conversation: session };

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
  const rows = comparison.rows.value;
  const loaded = comparison.loaded.value;
  const busy = comparison.busy.value;
  const error = problem || comparison.error.value;
  return (
    <div class="compare">
      <Controls settings={settings} onChange={setSettings} input={input} />
      <InputPane
        of={of}
        input={input}
        error={error}
        about={[loaded?.about, ...(loaded?.notes ?? [])].filter(Boolean).join(" · ")}
        onInput={give}
        onExample={tryExample}
      />
      {loaded && rows.length > 0 ? (
        <Outcome settings={settings} comparison={comparison} onChange={setSettings} loaded={loaded} />
      ) : (
        <p class="compare-waiting" role="status">
          {error && !busy ? "Nothing to compare yet." : "Comparing …"}
        </p>
      )}
    </div>
  );
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
