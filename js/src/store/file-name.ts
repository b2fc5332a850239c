/** Maximum length of a name: file systems that encrypt names take 143 chars. */
const LONGEST = 120;
const READABLE = 50;

/** Names of devices on Windows, with any extension. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/;

/**
 * The file name for a key. Keys never share a name, even on file systems that ignore case, and a name is never a
 * path. Chars other than lower-case letters, digits, `-` and `.` are escaped, and the end of a long name is replaced by
 * a hash.
 */
export async function fileNameOf(key: string): Promise<string> {
  const escaped = key.replace(/[^a-z0-9.-]/g, (unit) => {
    if (unit === ":") return "+";
    if (unit === "_") return "__";
    if (/[A-Z]/.test(unit)) return `_${unit.toLowerCase()}`;
    return `=${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
  if (device.test(escaped)) return `=${escaped}.txt`;
  if (escaped.length <= LONGEST) return `${escaped}.txt`;
  // No other name contains `~`.
  return `${escaped.slice(0, READABLE)}~${await sha256(escaped)}.txt`;
}

/** The hash of an ASCII text. */
async function sha256(text: string): Promise<string> {
  const digest = await globalThis.crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

let counter = 0;

/** Name of a temporary file, different from those of other writers and of all keys. */
export function temporaryName(): string {
  counter += 1;
  return `.tooltrim-${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}-${counter}.tmp`;
}

const temporary = /^\.tooltrim-([0-9a-z]+)-[0-9a-z]*-\d+\.tmp$/;
const ABANDONED_MS = 10 * 60_000;

/** True for the temporary file of a process that ended while writing; files still being written are younger. */
export function isAbandoned(name: string): boolean {
  const made = temporary.exec(name)?.[1];
  return made !== undefined && Date.now() - Number.parseInt(made, 36) > ABANDONED_MS;
}

/** True for a file that holds a text of a store, of this version or an earlier one. */
export const isText = (name: string): boolean => name.startsWith("tooltrim+") && name.endsWith(".txt");

/** Decodes bytes as text. A damaged file is an error, not a text with holes. */
export function decodeFile(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}
