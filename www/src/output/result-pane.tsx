// The result: a text beside the input, or a tree of JSON.
import { useEffect, useState } from "preact/hooks";
import { CopyButton } from "../shared/copy-button.js";
import { Editor } from "../shared/editor/editor.js";
import type { TextPane } from "../shared/editor/pane.js";
import { Summary } from "./bar.js";
import { Segments } from "./fields.js";
import type { JsonNode } from "./json-runs.js";
import type { JsonTree } from "./json-tree.js";
import type { OutputModel, Shown } from "./model.js";
import { Verdicts } from "./sizes.js";
import type { Part } from "./view.js";

interface Props {
  readonly model: OutputModel;
  readonly onReady: (pane: TextPane) => void;
}

export function ResultPane({ model, onReady }: Props) {
  const [asTree, setAsTree] = useState(false);
  const shown = model.shown.value;
  const outcome = shown?.outcome;
  const failed = outcome !== undefined && "code" in outcome;
  const json = outcome !== undefined && !("code" in outcome) && outcome.json;
  const current = model.current.value;
  const tree = useTree(shown, json && asTree);
  return (
    <section class="pane result" aria-labelledby="result-title">
      <div class="pane-head">
        <h2 id="result-title">Result</h2>
        <Verdicts shown={current} />
        <div class="buttons">
          {json && (
            <Segments
              legend="Show the result as"
              quiet
              name="show"
              value={asTree ? "tree" : "text"}
              choices={[
                ["text", "text"],
                ["tree", "tree"],
              ]}
              onChoose={(choice) => setAsTree(choice === "tree")}
            />
          )}
          <CopyButton label="Copy result" disabled={!current || failed} text={() => shown?.source.result() ?? ""} />
        </div>
      </div>
      <p class="pane-line" id="summary" role="status">
        {shown && !current ? "Trimming …" : <Summary outcome={outcome} />}
      </p>
      <div class="result-text" hidden={json && asTree}>
        <Editor id="result-view" label="Text of the result" parts={partsOf(shown)} onReady={onReady} />
      </div>
      {json && asTree && (tree ? <tree.View root={tree.root} /> : <p class="waiting">…</p>)}
    </section>
  );
}

const NOTHING: readonly Part[] = [];
const failures = new WeakMap<object, readonly Part[]>();

/** The same list for the same outcome, so that the view is not made anew. */
function partsOf(shown: Shown | undefined): readonly Part[] {
  if (!shown) return NOTHING;
  const { outcome } = shown;
  if (!("code" in outcome)) return outcome.result;
  const known = failures.get(outcome);
  if (known) return known;
  const parts: readonly Part[] = [{ kind: "kept", text: `No result: ${outcome.code}\n${outcome.message}` }];
  failures.set(outcome, parts);
  return parts;
}

interface Tree {
  readonly root: JsonNode;
  readonly View: typeof JsonTree;
}

/** The tree of a result, and what shows it, when it is asked for. */
function useTree(shown: Shown | undefined, wanted: boolean): Tree | undefined {
  const [tree, setTree] = useState<Tree | undefined>(undefined);
  const outcome = shown?.outcome;
  useEffect(() => {
    if (!wanted || !shown) return;
    let current = true;
    Promise.all([shown.source.tree(), import("./json-tree.js")]).then(
      ([root, { JsonTree: View }]) => current && root && setTree({ root, View }),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [outcome, wanted]);
  return tree;
}
