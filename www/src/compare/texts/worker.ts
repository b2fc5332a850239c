// Runs the contenders on a text, so that the page never waits for it.

import { decode } from "../../output/decode.js";
import { serve } from "../../shared/serve.js";
import type { Loaded, Row } from "../model.js";
import { contenders } from "./contenders.js";
import { measure, type Prepared, prepare } from "./measures.js";
import { markersIn, partsOf } from "./parts.js";

let text = "";
let prepared: Prepared | undefined;
const results = new Map<string, string>();

const methods = {
  async load(from: string | Blob): Promise<Loaded> {
    text = typeof from === "string" ? from : decode(await from.arrayBuffer()).text;
    prepared = undefined;
    results.clear();
    if (text.trim() === "") throw new Error("The input is empty: there is nothing to compare.");
    prepared = prepare(text);
    return { size: prepared.chars, floor: 0, about: "", notes: [] };
  },

  async run({ name, limit }: { name: string; limit: number }): Promise<Row> {
    const contender = contenders.find((each) => each.name === name);
    if (!contender || !prepared) throw new Error(`no ${name}`);
    const result = contender.run(text, limit);
    results.set(name, result);
    const saysSo = markersIn(result, text, contender).length > 0;
    return {
      name,
      setting: contender.setting(limit, text),
      cells: measure(prepared, result, limit, saysSo),
      parts: partsOf(result, text, contender),
    };
  },

  /** The last result, whole. */
  result: async (name: string): Promise<string> => results.get(name) ?? "",
};

export type TextMethods = typeof methods;

serve(methods);
