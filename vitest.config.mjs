import { defineConfig } from "vitest/config";

// js/test imports what ships, `tooltrim`, which npm links to pkg/. tests/consumers belongs to `node --test`.
export default defineConfig({
  test: {
    include: ["js/test/**/*.test.ts"],
    // Node 20's V8 now and then ends the process ("unreachable code", in its deoptimizer) when it has inlined a call into
    // WebAssembly: seen once in some twenty runs.
    execArgv: ["--no-turbo-inline-js-wasm-calls"],
  },
});
