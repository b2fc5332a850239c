// Types of show.js, for the TypeScript side: it shares this helper.
/** A wrong value as an error message shows it, never a long text. */
export function show(value: unknown): string;
