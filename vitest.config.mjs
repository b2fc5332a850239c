import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

// Left out of `npm run test:quick`: laws that take long, and types as strict users compile them, which `tsc --noEmit`
// mostly covers.
const LONG = ["js/test/**/*.laws.test.ts", "js/test/**/types.test.ts"];
const shared = {
  // By itself it leaves a core free, of two that is every other one.
  maxWorkers: availableParallelism(),
  setupFiles: ["js/test/support/seed.ts"],
  // Laws try hundreds of inputs: on a busy machine some take longer than the usual five seconds.
  testTimeout: 120_000,
  // Node 20's V8 now and then ends the process ("unreachable code", in its deoptimizer) when it has inlined a call into
  // WebAssembly: seen once in some twenty runs.
  execArgv: ["--no-turbo-inline-js-wasm-calls"],
};

// Both folders import what ships, `tooltrim`, which npm links to pkg/. tests/consumers belongs to `node --test`.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          name: "javascript",
          include: ["js/test/**/*.test.ts", "www/view/test/**/*.test.{ts,tsx}"],
          exclude: LONG,
        },
      },
      { test: { ...shared, name: "laws", include: LONG } },
    ],
  },
});
