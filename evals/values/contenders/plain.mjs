// Cuts the text regardless of its content.

import { trim } from "tooltrim";

const cut = (keep) => ({ run: ({ text }, limit) => trim(text, { maxBytes: limit, keep }).text });

export const plain = {
  slice: { run: ({ text }, limit) => text.slice(0, limit) },
  "text, head": cut("head"),
  "text, both ends": cut("ends"),
};
