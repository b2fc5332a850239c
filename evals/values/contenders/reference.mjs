// The last checkpoint of the system that tooltrim replaces, rewritten from its description: every string over 2,000
// bytes becomes a message, and nothing else is limited.

const MAX = 2000;

export function truncateStringsForLlm(value) {
  if (typeof value === "string") {
    const size = Buffer.byteLength(value);
    return size > MAX
      ? `value exceeds size limit (${size} bytes, max ${MAX}) [content truncated for context limit]`
      : value;
  }
  if (Array.isArray(value)) return value.map(truncateStringsForLlm);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, truncateStringsForLlm(member)]));
}
