// Who takes part: a name and `run(sample, limit)`, which gives the text of what is left. Those that cannot run say why.

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
