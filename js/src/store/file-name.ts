/** Longer names are no names any more on some file systems: 143 chars where names are encrypted. */
const LONGEST = 120;
const READABLE = 50;

/** Windows takes these for devices, whatever ending they have. */
const device = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/;

/**
 * The name of the file for a key. No two keys share one, also where upper and lower case are the same; it is never a
 * path. What is neither a lower-case letter nor a digit nor `-` nor `.` is escaped, and the end of a long one replaced
 * by a hash.
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

/** For a file that is written before it takes another's place: a name that no other writer and no key has. */
export function temporaryName(): string {
  counter += 1;
  return `.tooltrim-${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}-${counter}.tmp`;
}

const temporary = /^\.tooltrim-([0-9a-z]+)-[0-9a-z]*-\d+\.tmp$/;
const ABANDONED_MS = 10 * 60_000;

/** True if a file was left behind by someone who ended while writing. One that is still being written is younger. */
export function isAbandoned(name: string): boolean {
  const made = temporary.exec(name)?.[1];
  return made !== undefined && Date.now() - Number.parseInt(made, 36) > ABANDONED_MS;
}

/** The bytes as a text. A file that was damaged is an error, not a text with holes. */
export function decodeFile(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}
