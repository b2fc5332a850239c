// The worker of the tab: the whole package and one session.
import type { CompactOptions } from "tooltrim";
import { serve } from "../shared/serve.js";
import { Engine } from "./engine.js";

const engine = new Engine();

const methods = {
  push: (piece: string | Blob) => engine.push(piece),
  finish: () => engine.finish(),
  step: (options: CompactOptions) => engine.step(options),
  exchange: (asked: { options: CompactOptions; index: number }) => engine.exchange(asked),
  write: (asked: { options: CompactOptions; what: "session" | "report" }) => engine.write(asked),
};

export type ConversationMethods = typeof methods;

serve(methods);
