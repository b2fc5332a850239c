// Instances of a component in JavaScript. The form that jco writes asks for the core modules of the component: they are
// cut out of its file, which is there once for JavaScript and for all other hosts.
import { builtin } from "../../js/src/builtin.js";

/** A component, or where it is: bytes, a response, an address, or the path of a file. */
export type Source = ArrayBuffer | ArrayBufferView | Response | URL | string;

/** The form that jco writes. */
export interface Transpiled {
  instantiate(module: (name: string) => WebAssembly.Module, imports: object): unknown;
}

/** A component's file: its size, and where in it each core module begins and ends. */
export interface Layout {
  readonly size: number;
  readonly modules: Readonly<Record<string, readonly [start: number, end: number]>>;
}

/** Makes an instance of a component from its bytes. Modules are compiled at once. */
export function instanceOf(
  component: ArrayBuffer | ArrayBufferView,
  layout: Layout,
  code: Transpiled,
  imports: object,
) {
  const bytes = bytesIn(component);
  const { size, modules } = layout;
  if (bytes?.length !== size) {
    throw new TypeError(`component: ${bytes?.length ?? typeof component} bytes, and those of this version are ${size}`);
  }
  const module = (name: string) => {
    const [start, end] = modules[name] as readonly [number, number];
    return new WebAssembly.Module(bytes.subarray(start, end) as BufferSource);
  };
  return code.instantiate(module, imports);
}

/** Reads a component: with the file system where there is one, else by `fetch`. */
export async function read(source: Source): Promise<ArrayBuffer | ArrayBufferView> {
  if (bytesIn(source as ArrayBuffer)) return source as ArrayBuffer;
  if (typeof source === "string" || source instanceof URL) {
    const text = String(source);
    const isFile = text.startsWith("file:") || !/^[a-z][a-z+.-]+:/i.test(text);
    const fs = isFile ? builtin<{ readFileSync(path: URL | string): Uint8Array }>("node:fs") : undefined;
    if (fs) return fs.readFileSync(text.startsWith("file:") ? new URL(text) : text);
    return read(await fetch(source));
  }
  if (!source.ok) throw new TypeError(`component: ${source.url} answers ${source.status}`);
  return source.arrayBuffer();
}

function bytesIn(source: ArrayBuffer | ArrayBufferView): Uint8Array | undefined {
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  // Of another realm, too.
  return Object.prototype.toString.call(source) === "[object ArrayBuffer]" ? new Uint8Array(source) : undefined;
}

/** Storage of the host, whose errors may be of any kind. */
export interface Storage {
  /** Returns the value of a key; `undefined` or `null` if there is none. */
  get(key: string): string | null | undefined;
  /** Sets the value of a key, durably when it returns. */
  set(key: string, value: string): unknown;
  /** Deletes a key. */
  delete(key: string): unknown;
}

/** The storage as jco takes it: errors of the interface are texts, and what is thrown as an `Error` ends the instance. */
export function storageOf(given: Storage | undefined): Storage {
  const attempt = <T>(work: (storage: Storage) => T): T => {
    try {
      if (given === undefined) throw new Error("this host has no storage");
      return work(given);
    } catch (error) {
      throw error instanceof Error ? error.message : String(error);
    }
  };
  return {
    get: (key) => attempt((storage) => storage.get(key) ?? undefined),
    set: (key, value) => attempt((storage) => void storage.set(key, value)),
    delete: (key) => attempt((storage) => void storage.delete(key)),
  };
}
