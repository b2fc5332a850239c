import fc from "fast-check";

// The same inputs in each run: a failure must say something about the change that it comes with. Others with
// `TOOLTRIM_SEED=$RANDOM npm test -- javascript`.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.TOOLTRIM_SEED ?? 20) });
