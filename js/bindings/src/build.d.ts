/** A copy of an object, of the same class, which takes every change. */
export function copyOf(object: object): object;
/** Sets a member through its accessor, where its class has one that takes values. */
export function put(object: object, key: string, value: unknown): void;
/** The segments of a JSON Pointer. */
export function segments(path: string): string[];
