import { wasm } from "../wasm.js";
import { withHalves } from "./halves.js";
import type { CleanOptions } from "./options.js";
import { isWellFormed, requireText } from "./units.js";

/**
 * Removes noise from tool output: escape sequences, overwritten text, repeated lines, base64.
 *
 * @example
 * ```ts
 * import { clean } from "tooltrim";
 *
 * clean("\u001b[32mok\u001b[0m\n  1%\r 50%\r100%\n"); // "ok\n100%\n"
 * clean("\u001b[32mok\u001b[0m\r\n", { ansi: true }); // "ok\r\n"
 * ```
 *
 * `true` (default) removes everything that a reader would not miss, `false` nothing, and an object only the kinds that
 * it names. A text without noise is returned unchanged. The result never has more code points (and more lines only
 * where the screen was cleared), and cleaning it again changes nothing. Runs in one linear pass and a few MB of
 * WebAssembly memory.
 *
 * Lone surrogates stay. Two halves that become neighbours, because the noise between them was removed, form a pair.
 *
 * @throws TooltrimError `INVALID_OPTION`
 */
export function clean(text: string, options?: boolean | CleanOptions): string {
  requireText(text);
  return isWellFormed(text) ? cleaned(text, options) : cleanedHalves(text, options);
}

function cleaned(text: string, options: boolean | CleanOptions | undefined): string {
  // Up to here the result is the text itself; then the pieces of the rest.
  let same = 0;
  const pieces: string[] = [];
  const take = (piece: string) => {
    if (pieces.length === 0) {
      // Several times faster than `startsWith`.
      if (text.slice(same, same + piece.length) === piece) {
        same += piece.length;
        return;
      }
      pieces.push(text.slice(0, same));
    }
    pieces.push(piece);
  };
  wasm().clean(text, text.length, options, take);
  if (pieces.length > 0) return pieces.join("");
  if (same === text.length) return text;
  // Two slices make `join` copy: one alone would hold on to the whole text.
  const middle = same >> 1;
  return [text.slice(0, middle), text.slice(middle, same)].join("");
}

function cleanedHalves(text: string, options: boolean | CleanOptions | undefined): string {
  const result = withHalves(text, (hidden) => cleaned(hidden, options));
  // No tool prints a text that uses all private chars, and as it is it loses nothing.
  if (result === undefined) return cleaned("", options) + text;
  // A pair that has formed may make lines equal that were not.
  return result.paired ? clean(result.text, options) : result.text;
}
