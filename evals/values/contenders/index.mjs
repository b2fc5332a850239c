// Contenders: a name and `run(sample, limit)`, which returns the remaining text. Those that cannot run give the reason.

import { caps } from "./caps.mjs";
import { packages } from "./packages.mjs";
import { plain } from "./plain.mjs";
import { ours, TEXT, VALUE } from "./tooltrim.mjs";

export { TEXT, VALUE };

export async function contenders() {
  return Object.entries({ ...plain, ...caps, ...(await packages()), ...ours() }).map(([name, contender]) => ({
    name,
    isOurs: name === VALUE || name === TEXT,
    ...contender,
  }));
}
