// Limits for results of tools, whatever they are made of.
export * from "./fair-share.js";
export { mediaLeftOut, thousands } from "./media.js";
export { type Limits as UnitLimits, shares } from "./shares.js";
