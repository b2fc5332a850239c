// Ours, as soon as the package knows the option.

import { trim } from "tooltrim";

export function rescue() {
  try {
    trim("a", { maxChars: 4000, rescue: true });
  } catch (error) {
    if (error.code !== "INVALID_OPTION") throw error;
    return { skipped: "this build of tooltrim does not know the option rescue" };
  }
  return { make: (limit) => (text) => trim(text, { maxChars: limit, rescue: true }).text };
}
