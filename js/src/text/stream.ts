import { builtin } from "../builtin.js";
import type { Trimmed, TrimOptions } from "./options.js";
import { type Base, type Steps, withNodeFace } from "./stream-node.js";
import { Pieces } from "./stream-pieces.js";

/**
 * Takes the place of the host's class until the first stream is made: Node takes longer to load its Web Streams than to
 * compile a small module.
 */
class LazyStream {
  constructor(steps: Steps) {
    const host = webStream();
    Object.setPrototypeOf(TrimStream, host);
    Object.setPrototypeOf(TrimStream.prototype, host.prototype);
    // biome-ignore lint/correctness/noConstructorReturn: the stream itself, of the class that was called.
    return Reflect.construct(host, [steps], new.target);
  }
}
const Transform = LazyStream as unknown as Base;

/** Jest's jsdom hides the Web Streams of Node. A host without them still has `push` and `finish`. */
function webStream(): Base {
  type Streams = { readonly TransformStream?: unknown };
  const Web = (globalThis as Streams).TransformStream ?? builtin<Streams>("node:stream/web")?.TransformStream;
  return withNodeFace((Web ?? class {}) as Base);
}

/**
 * Trims a text that arrives in pieces: returns the result of `trim` on the whole without holding the whole.
 *
 * @example
 * ```ts
 * import { TrimStream } from "tooltrim";
 *
 * const pieces = ["start\nstep 1\nstep 2\nst", "ep 3\nstep 4\nstep 5\nstep 6\n", "error: step 7 failed\n"];
 * const stream = new TrimStream(60);
 * for (const piece of pieces) stream.push(piece);
 * stream.finish().text; // "start\n[… 5 lines]\nstep 6\nerror: step 7 failed\n"
 *
 * // As a Web Stream, here of bytes: what comes out is one string, at the end.
 * const body = new Response(pieces.join("")).body!;
 * for await (const text of body.pipeThrough(new TrimStream({ maxChars: 60 }))) console.log(text.length); // 45
 * ```
 *
 * It holds at most 64 bytes for each unit of the smallest limit, and 3 MiB, however long the text; with `clean` or
 * `rescue` a few MB more. A text that may still fit is held in JavaScript, up to 1 Mi units, so a stream that is
 * dropped early takes no WebAssembly memory; `finish`, an error, and `abort` or `cancel` of a Web Stream free all of it
 * at once. With no limit but `maxLines` it holds twice as many lines as the result may have. Pieces are strings or
 * bytes of UTF-8; a piece may end within a char of either. It works wherever a `TransformStream` does. In Node
 * from 20.16 on it is also a stream of Node's own: `child.stdout.pipe(new TrimStream())`, `pipeline`, `compose`, with
 * the events of a `Duplex`. A stream in progress is lost when another call runs out of stack or memory: it
 * then throws `INTERNAL`. Linear in the text. With a `store` the text is held whole, up to the size of the store.
 */
export class TrimStream extends Transform {
  readonly #pieces: Pieces;

  /** @throws TooltrimError `INVALID_OPTION` or `MARKER_TOO_LONG` */
  constructor(options?: TrimOptions | number) {
    const pieces = new Pieces(options);
    super({
      transform: (piece) => pieces.pass(piece),
      flush: (controller) => controller.enqueue(pieces.finish().text),
      cancel: () => pieces.free(),
    });
    this.#pieces = pieces;
  }

  /**
   * Reads the next piece.
   *
   * @throws TooltrimError `INVALID_ENCODING` for bytes that are not UTF-8, with their offset in all that was read,
   * unless `decode` is `"replace"`; `INVALID_OPTION` for anything but a string or a `Uint8Array`, and after `finish`
   */
  push(piece: string | Uint8Array): void {
    this.#pieces.push(piece);
  }

  /**
   * Returns the result that `finish` would return now, without bytes that end within a char. Reports no cut and keeps
   * nothing; reading on is possible. Copies what is held.
   *
   * @throws TooltrimError after an error of the stream, and what `tokens` throws
   */
  peek(): Trimmed {
    return this.#pieces.peek();
  }

  /**
   * Returns the result and frees the memory. Further calls return the same result.
   *
   * @throws TooltrimError `INVALID_ENCODING`, also for bytes that end within a char; and what `tokens` throws
   */
  finish(): Trimmed {
    return this.#pieces.finish();
  }
}
