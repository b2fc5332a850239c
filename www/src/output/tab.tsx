// The tab that trims one output.
import { useSignalEffect } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { InStep } from "../shared/editor/in-step.js";
import type { TextPane } from "../shared/editor/pane.js";
import { keepHash, onHash, readHash } from "../shared/hash.js";
import { output } from "../shared/inputs.js";
import { CodePane } from "./code-pane.js";
import { EXAMPLES } from "./examples.js";
import { exampleInput, fileInput, textInput } from "./input.js";
import { InputPane } from "./input-pane.js";
import { OutputModel, type Shown, TAB } from "./model.js";
import { Options } from "./options.js";
import { ResultPane } from "./result-pane.js";
import { across, type Link } from "./runs.js";
import { Sizes } from "./sizes.js";
import type { Part } from "./view.js";

export function OutputTab() {
  const model = useMemo(() => new OutputModel(), []);
  useAddress(model);
  useShared(model);
  const panes = useInStep(model);
  return (
    <div class="trim" aria-busy={model.busy.value}>
      <InputPane model={model} onReady={panes.first} />
      <Options model={model} />
      <ResultPane model={model} onReady={panes.second} />
      <Sizes shown={model.current.value} />
      <CodePane model={model} />
    </div>
  );
}

/** The address says what is shown, at first and whenever a person changes it. */
function useAddress(model: OutputModel): void {
  useEffect(() => {
    let known = "";
    const read = (first: boolean) => {
      if (readHash(TAB)) keepHash(TAB);
      if (!first && !readHash(TAB)) return;
      model.readAddress();
      const packed = readHash(TAB)?.get("input") ?? "";
      if (packed && packed !== known) {
        known = packed;
        loadFrom(packed, model, first);
      } else if (first && !output.peek()) model.load(exampleInput(EXAMPLES[0]));
    };
    onHash(() => read(false));
    read(true);
  }, []);
}

async function loadFrom(packed: string, model: OutputModel, first: boolean): Promise<void> {
  try {
    await model.load(await (await import("./links.js")).inputOf(packed));
  } catch {
    const note = "The input in this link could not be read: the link may have been cut.";
    if (first) await model.load({ ...exampleInput(EXAMPLES[0]), note: `${note} This is an example.` });
    else model.message.value = note;
  }
}

/** What is loaded here is there for other tabs, and the other way round. */
function useShared(model: OutputModel): void {
  const last = useRef<typeof output.value>(undefined);
  useSignalEffect(() => {
    const input = model.input.value;
    if (!input) return;
    input.content().then((content) => {
      if (model.input.peek() !== input || last.current?.content === content) return;
      last.current = { name: input.name, content };
      output.value = last.current;
    });
  });
  useSignalEffect(() => {
    const given = output.value;
    if (!given || given === last.current) return;
    last.current = given;
    const { name, content } = given;
    model.load(typeof content === "string" ? textInput(content, { name }) : fileInput(content));
  });
}

/** Both texts scroll in step, and move to the first cut when there is a new result. */
function useInStep(model: OutputModel) {
  const panes = useRef<{ first?: TextPane; second?: TextPane; step?: InStep }>({});
  useEffect(() => {
    const { first, second } = panes.current;
    if (first && second) panes.current.step = new InStep(first, second);
    return () => panes.current.step?.stop();
  }, []);
  const shown = model.shown.value;
  useEffect(() => {
    const { step } = panes.current;
    if (!step || !shown) return;
    const { outcome } = shown;
    if ("code" in outcome) {
      step.across = undefined;
      return;
    }
    const ends: Link = [lengthOf(outcome.input), lengthOf(outcome.result)];
    step.across = (place, from) => across(outcome.links, place, from, ends);
    if (shown.reveal) step.reveal(...cutOf(shown));
  }, [shown]);
  return {
    first: (pane: TextPane) => {
      panes.current.first = pane;
    },
    second: (pane: TextPane) => {
      panes.current.second = pane;
    },
  };
}

const unitsOf = (part: Part): number => ("text" in part ? part.text.length : part.hidden);

const lengthOf = (parts: readonly Part[]): number => parts.reduce((sum, part) => sum + unitsOf(part), 0);

/** Where the first cut is; where nothing is kept before it, its end. The start, without any. */
function cutOf({ outcome }: Shown): [input: number, result: number] {
  if ("code" in outcome) return [0, 0];
  const cut = firstOf(outcome.input, "omitted");
  const marker = firstOf(outcome.result, "marker");
  if (!cut) return [0, 0];
  return [cut[0] > 0 ? cut[0] : cut[1], marker?.[0] ?? 0];
}

function firstOf(parts: readonly Part[], kind: Part["kind"]): [start: number, end: number] | undefined {
  let start = 0;
  let found: [number, number] | undefined;
  for (const part of parts) {
    const end = start + unitsOf(part);
    if (part.kind === kind) found = found ? [found[0], end] : [start, end];
    else if (found) return found;
    start = end;
  }
  return found;
}
