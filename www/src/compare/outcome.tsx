// What came out: the table of facts, what speaks against tooltrim, and the results side by side.
import { number } from "../shared/dom.js";
import type { Comparison } from "./engine.js";
import { keptLess } from "./losses.js";
import { conversationMeasures, fairness, textMeasures } from "./measures.js";
import type { Loaded } from "./model.js";
import { Panes } from "./panes.js";
import { type Kind, limitOf, names, type Settings } from "./state.js";
import { FactsTable } from "./table.js";

interface Props {
  readonly settings: Settings;
  readonly comparison: Comparison;
  readonly loaded: Loaded;
  readonly onChange: (settings: Settings) => void;
}

const measuresOf = { text: textMeasures, conversation: conversationMeasures };
const unit = { text: "chars", conversation: "UTF-16 units" };

export function Outcome({ settings, comparison, loaded, onChange }: Props) {
  const { of, shown } = settings;
  const rows = comparison.rows.value;
  const busy = comparison.busy.value;
  // Lines are counted of a log, members of JSON.
  const measures = measuresOf[of].filter(({ key }) => rows.some(({ cells }) => cells[key]));
  const less = keptLess(rows, measures);
  return (
    <>
      <FactsTable
        names={names[of]}
        measures={measures}
        rows={rows}
        busy={busy}
        fairness={fairness[of]}
        caption={captionOf(loaded, limitOf(settings, loaded.size), of)}
      />
      <section class="compare-less" aria-labelledby="compare-less-title">
        <h2 id="compare-less-title">Where tooltrim keeps less</h2>
        <ul>
          {less.map((line) => (
            <li key={line}>{line}</li>
          ))}
          {less.length === 0 && <li>Of nothing that is counted here, with this input and this limit.</li>}
        </ul>
      </section>
      <Panes
        names={names[of]}
        shown={shown[of]}
        rows={rows}
        busy={busy}
        onShow={(next) => onChange({ ...settings, shown: { ...shown, [of]: next } })}
        result={(name) => comparison.result(name)}
      />
    </>
  );
}

function captionOf({ size, floor }: Loaded, limit: number, of: Kind): string {
  const input = `${number(size)} ${unit[of]}`;
  if (size <= limit) return `${input} fit the limit of ${number(limit)}: nothing has to be cut`;
  const said = floor > limit ? `; user and system alone say ${number(floor)}` : "";
  return `${input} in, at most ${number(limit)} out for each${said}`;
}
