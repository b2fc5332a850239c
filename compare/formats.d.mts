// For the tests in TypeScript.
import type { MessageFormat } from "tooltrim/messages";

/** Folders of sessions, and what the library calls their formats. */
export const FORMATS: Readonly<Record<string, MessageFormat>>;
