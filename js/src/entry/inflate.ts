// One name, so that esbuild leaves out the rest of the library.
export { inflateSync } from "fflate";
