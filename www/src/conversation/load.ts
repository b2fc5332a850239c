// Reads a session in a worker of its own: until it is read, and if it cannot be, the one before stays.
import type { Input } from "../shared/inputs.js";
import { Remote } from "../shared/remote.js";
import { problem, progress, show } from "./state.js";
import type { ConversationMethods } from "./worker.js";

/** Bytes or UTF-16 units that cross at a time. */
const PIECE = 1 << 20;

let newest = 0;

/** Answers whether the session is shown now: it may be none, or another one was chosen meanwhile. */
export async function load(input: Input, keepProblem = false): Promise<boolean> {
  newest += 1;
  const turn = newest;
  const isOld = () => turn !== newest;
  if (!keepProblem) problem.value = "";
  progress.value = { what: "Reading", share: 0 };
  let remote: Remote<ConversationMethods> | undefined;
  try {
    const { default: ConversationWorker } = await import("./worker.js?worker&inline");
    remote = new Remote<ConversationMethods>(new ConversationWorker());
    const { content } = input;
    const length = typeof content === "string" ? content.length : content.size;
    for (let at = 0; at < length || at === 0; at += PIECE) {
      await remote.ask("push", content.slice(at, at + PIECE));
      if (isOld()) break;
      progress.value = { what: "Reading", share: Math.min((at + PIECE) / Math.max(length, 1), 1) };
    }
    if (!isOld()) {
      progress.value = { what: "Looking through the messages", share: 1 };
      const info = await remote.ask("finish");
      if (!isOld()) {
        show(input, info, remote);
        progress.value = undefined;
        return true;
      }
    }
    remote.close();
  } catch (error) {
    remote?.close();
    if (isOld()) return false;
    const name = input.name || "This text";
    problem.value = `${name}: ${(error as Error).message.replace(/^log: /, "")}`;
    progress.value = undefined;
  }
  return false;
}
