// Types of calls.js, for the TypeScript side: it shares this helper.
/** Returns the object in a JSON text, as OpenAI sends `function.arguments`; `undefined` for any other value. */
export function objectIn(given: unknown): object | undefined;
