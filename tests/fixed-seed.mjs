// Loaded before tests that draw their inputs: the same ones in each run, as in js/test/support/seed.ts. Others with
// `TOOLTRIM_SEED=$RANDOM npm test`.
import fc from "fast-check";

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.TOOLTRIM_SEED ?? 20) });
