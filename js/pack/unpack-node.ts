import { brotliDecompressSync } from "node:zlib";

/** The module that brotli.mjs packed, from base64. */
export const unpack = (packed: string): Uint8Array => brotliDecompressSync(Buffer.from(packed, "base64"));
