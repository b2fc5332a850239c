// The conversation that the tests of edits change.
import { applyEdits, type Edit } from "tooltrim/messages";
import { frozen, type Loose } from "./support.js";

export const messages = frozen([
  { role: "user", content: "hi" },
  {
    role: "assistant",
    content: [
      { type: "text", text: "a" },
      { type: "text", text: "b" },
      { type: "text", text: "c" },
    ],
  },
  { role: "user", content: "bye", meta: { deep: { list: [1, [2, 3]] } }, "a/b": 1, "c~d": 2, "": 3 },
]) as Loose[];
export const apply = (...edits: Edit<Loose>[]) => applyEdits(messages, edits) as Loose[];
