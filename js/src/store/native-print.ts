import { builtin } from "../builtin.js";
import { isWellFormed } from "../text/units.js";

/** Shorter texts are hashed in WebAssembly as quickly. */
const LONG = 4096;

/** The fingerprint of a long text, as `Print.words`, by Node's own hash, which is many times faster than ours. */
export function nativePrint(text: string): BigUint64Array | undefined {
  if (text.length < LONG) return undefined;
  const createHash = builtin<typeof import("node:crypto")>("node:crypto")?.createHash;
  // Node hashes lone surrogates as U+FFFD.
  if (!createHash || !isWellFormed(text)) return undefined;
  const hash = createHash("sha256").update(text, "utf8").digest();
  const words = Array.from({ length: 8 }, (_, at) => BigInt(hash.readUInt32BE(4 * at)));
  return BigUint64Array.from([...words, BigInt(Buffer.byteLength(text))]);
}
