/** Returns `true` for JSON that can be cut: an object or a list. */
export function isJson(text: string): boolean {
  const [first, last] = [/^\s*([[{])/.exec(text.slice(0, 1000))?.[1], /([\]}])\s*$/.exec(text.slice(-1000))?.[1]];
  if (first === undefined || last !== (first === "{" ? "}" : "]")) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
