import { defineConfig } from "vitest/config";

// js/test imports what ships, `tooltrim`, which npm links to pkg/. tests/consumers belongs to `node --test`.
export default defineConfig({
  test: {
    include: ["js/test/**/*.test.ts"],
    setupFiles: ["js/test/support/seed.ts"],
    // Laws try hundreds of inputs: on a busy machine some take longer than the usual five seconds.
    testTimeout: 120_000,
    // Node 20's V8 now and then ends the process ("unreachable code", in its deoptimizer) when it has inlined a call into
    // WebAssembly: seen once in some twenty runs.
    execArgv: ["--no-turbo-inline-js-wasm-calls"],
  },
});
