// Contenders: a name and `make(limit)`, which returns a function from text to text. Those that cannot run give the
// reason.

import { trim } from "tooltrim";
import { agents } from "../../compare/contenders/agents.mjs";
import { plain } from "../../compare/contenders/plain.mjs";
import { headroom } from "./headroom.mjs";
import { llmtrim } from "./llmtrim.mjs";

export async function contenders() {
  const made = Object.entries({ ...plain, ...agents }).map(([name, make]) => ({ name, make }));
  return [
    ...made,
    { name: "@llmtrim/js", ...(await llmtrim()) },
    { name: "headroom-ai", ...headroom() },
    { name: "tooltrim rescue", make: (limit) => (text) => trim(text, { maxChars: limit, rescue: true }).text },
  ];
}
