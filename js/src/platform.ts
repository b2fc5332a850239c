// Types of the platform. A project declares them by the DOM's library, Node's types or those of another host. If it
// declares none, the alternatives here apply: a global that has no value has no type either, and `@ts-ignore` hides that.

// biome-ignore-all lint/suspicious/noTsIgnore: where the name is declared there is no error to expect.

/** @ts-ignore: it may not be declared. */
type DeclaredAbortSignal = AbortSignal;

/** @ts-ignore: it may not be declared. */
type DeclaredReadableStream<O> = ReadableStream<O>;

/** @ts-ignore: it may not be declared. */
type DeclaredTransformStream<I, O> = TransformStream<I, O>;

/** @ts-ignore: it may not be declared. */
type DeclaredNodeStream = NodeJS.ReadWriteStream;

/** The members of Node's streams, where its types are declared: `readable` and `writable` are those of both kinds. */
export type PlatformNodeStream = typeof globalThis extends { readonly process: unknown } ? DeclaredNodeStream : unknown;

/** The signal of an `AbortController`. */
export type PlatformAbortSignal = typeof globalThis extends { readonly AbortSignal: unknown }
  ? DeclaredAbortSignal
  : {
      readonly aborted: boolean;
      readonly reason: unknown;
      addEventListener(type: "abort", listener: () => void): void;
    };

/** A `ReadableStream` of the Web Streams. */
export type PlatformReadableStream<O> = typeof globalThis extends { readonly ReadableStream: unknown }
  ? DeclaredReadableStream<O>
  : AsyncIterable<O>;

/** A `TransformStream` of the Web Streams. */
export type PlatformTransformStream<I, O> = typeof globalThis extends { readonly TransformStream: unknown }
  ? DeclaredTransformStream<I, O>
  : {
      readonly readable: AsyncIterable<O>;
      readonly writable: { getWriter(): { write(piece: I): Promise<void>; close(): Promise<void> } };
    };
