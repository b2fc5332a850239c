declare const __VERSION__: string;

/** The version of this package. */
export const version: string = __VERSION__;
