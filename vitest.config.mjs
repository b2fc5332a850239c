import { defineConfig } from "vitest/config";

// js/test imports what ships, `tooltrim`, which npm links to pkg/. tests/consumers belongs to `node --test`.
export default defineConfig({ test: { include: ["js/test/**/*.test.ts"] } });
