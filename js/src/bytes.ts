// Bytes are recognized by what they are and not by `instanceof`: under Jest's jsdom, `Uint8Array` is not the class that
// Node's `Buffer` extends.

/** Returns `true` for a `Uint8Array`, such as a `Buffer`, of any realm. */
export const isBytes = (value: unknown): value is Uint8Array => isViewOf(value, "Uint8Array");

/** Returns `true` for a `DataView` of any realm. */
export const isDataView = (value: unknown): value is DataView => isViewOf(value, "DataView");

/** Returns `true` for an `ArrayBuffer` of any realm. */
export const isArrayBuffer = (value: unknown): value is ArrayBuffer =>
  Object.prototype.toString.call(value) === "[object ArrayBuffer]";

const isViewOf = (value: unknown, name: string): boolean =>
  ArrayBuffer.isView(value) && (value as { readonly [Symbol.toStringTag]?: unknown })[Symbol.toStringTag] === name;

/** Returns the bytes of a text in UTF-8. */
export const utf8Bytes = (text: string): number => new TextEncoder().encode(text).length;
