// Contenders: a name and `make(limit)`, which returns a function from text to text. Those that cannot run give the
// reason.

import { agents } from "./agents.mjs";
import { headroom } from "./headroom.mjs";
import { llmtrim } from "./llmtrim.mjs";
import { plain } from "./plain.mjs";
import { rescue } from "./rescue.mjs";

export async function contenders() {
  const made = Object.entries({ ...plain, ...agents }).map(([name, make]) => ({ name, make }));
  return [
    ...made,
    { name: "@llmtrim/js", ...(await llmtrim()) },
    { name: "headroom-ai", ...headroom() },
    { name: "tooltrim rescue", ...rescue() },
  ];
}
