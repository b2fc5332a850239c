import { builtin } from "../builtin.js";
import type { PlatformNodeStream, PlatformTransformStream } from "../platform.js";

/** The members of a `TransformStream`; not all of its declarations list them all. */
export interface Steps {
  transform(piece: string | Uint8Array): void;
  flush(controller: { enqueue(text: string): void }): void;
  cancel(): void;
}

export type Base = new (steps: Steps) => PlatformTransformStream<string | Uint8Array, string> & PlatformNodeStream;

/** The parts of Node's `stream.Transform` that are named here. */
interface NodeTransform {
  readonly readable: boolean;
  readonly writable: boolean;
  destroy(error?: unknown): unknown;
}
type Method = (...args: unknown[]) => unknown;
type Done = (error?: unknown, text?: string) => void;
type NodeStreams = {
  readonly Transform: new (options: {
    readonly decodeStrings: boolean;
    readonly readableObjectMode: boolean;
    transform(piece: string | Uint8Array, encoding: string, done: Done): void;
    flush(done: Done): void;
    destroy(error: unknown, done: Done): void;
  }) => NodeTransform;
};

/**
 * Methods by which Node's streams know each other (`readable.pipe`, `pipeline`, `compose`, `finished`), and those of
 * their users. `readable` and `writable` are those of the Web Stream.
 */
const METHODS = [
  ...["on", "once", "off", "emit", "addListener", "removeListener", "removeAllListeners", "prependListener"],
  ...["prependOnceListener", "listeners", "rawListeners", "listenerCount", "eventNames", "setMaxListeners"],
  ...["write", "end", "cork", "uncork", "read", "pipe", "unpipe", "pause", "resume", "isPaused", "destroy"],
  ...["setEncoding", Symbol.asyncIterator],
] as const;
/** State that other streams read. */
const STATES = [
  ...["_readableState", "_writableState", "destroyed", "closed", "errored", "writableNeedDrain", "writableLength"],
  ...["writableHighWaterMark", "writableEnded", "writableFinished", "readableEnded", "readableFlowing"],
  ...["readableLength", "readableHighWaterMark", "readableObjectMode", "writableObjectMode", "readableAborted"],
] as const;

/**
 * Adds a Node stream to a class of Web Streams, in Node only: a `Transform` of Node's own, made at its first use, that
 * takes the same steps. So back-pressure, errors and `destroy` are Node's.
 */
export function withNodeFace(Web: Base): Base {
  const node = builtin<NodeStreams>("node:stream");
  if (!node) return Web;
  const { Transform } = node;
  const faces = new WeakMap<object, NodeTransform>();
  const stepsOf = new WeakMap<object, Steps>();
  const faceOf = (stream: object): NodeTransform => {
    const known = faces.get(stream);
    if (known) return known;
    const made = faceWith(Transform, stepsOf.get(stream) as Steps);
    faces.set(stream, made);
    return made;
  };
  class NodeFaced extends Web {
    constructor(steps: Steps) {
      super(steps);
      stepsOf.set(this, steps);
    }
  }
  const define = (name: PropertyKey, descriptor: PropertyDescriptor) =>
    Object.defineProperty(NodeFaced.prototype, name, { configurable: true, ...descriptor });
  for (const name of METHODS) {
    define(name, {
      writable: true,
      value(this: object, ...args: unknown[]) {
        const face = faceOf(this);
        const answer = Reflect.apply((face as unknown as Record<PropertyKey, Method>)[name] as Method, face, args);
        // `on` and its like are chained.
        return answer === face ? this : answer;
      },
    });
  }
  for (const name of STATES) {
    define(name, {
      get(this: object) {
        return (faceOf(this) as unknown as Record<PropertyKey, unknown>)[name];
      },
    });
  }
  // Node asks these before `readable` and `writable`.
  for (const side of ["readable", "writable"] as const) {
    define(Symbol.for(`nodejs.stream.${side}`), {
      get(this: object) {
        return faceOf(this)[side];
      },
    });
  }
  return NodeFaced;
}

function faceWith(Transform: NodeStreams["Transform"], steps: Steps): NodeTransform {
  return new Transform({
    decodeStrings: false,
    // One string, which is not split.
    readableObjectMode: true,
    transform: (piece, _, done) => attempt(() => steps.transform(piece), done),
    flush: (done) => {
      let result = "";
      attempt(
        () =>
          steps.flush({
            enqueue: (text) => {
              result = text;
            },
          }),
        (error) => (error === undefined ? done(null, result) : done(error)),
      );
    },
    destroy: (error, done) => {
      steps.cancel();
      done(error);
    },
  });
}

function attempt(step: () => void, done: Done): void {
  try {
    step();
  } catch (thrown) {
    done(thrown);
    return;
  }
  done();
}
