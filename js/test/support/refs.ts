// The ref of a text, by another implementation of its hash.
import { createHash } from "node:crypto";

const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";

/** UTF-8, in which a lone surrogate is three bytes. */
function bytesOf(text: string): Uint8Array {
  return Buffer.concat(
    Array.from(text, (char) => {
      const code = char.codePointAt(0) as number;
      const isLone = code >= 0xd800 && code < 0xe000;
      return isLone
        ? Buffer.from([0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)])
        : Buffer.from(char);
    }),
  );
}

export function refOf(text: string): string {
  const bytes = (text as string & { isWellFormed(): boolean }).isWellFormed() ? text : bytesOf(text);
  const bits = BigInt(`0x${createHash("sha256").update(bytes).digest("hex").slice(0, 10)}`);
  return `#${Array.from({ length: 8 }, (_, at) => DIGITS[Number((bits >> BigInt(35 - 5 * at)) & 31n)]).join("")}`;
}
