// Limits for tool results of any kind.
export * from "./fair-share.js";
export { mediaLeftOut, thousands } from "./media.js";
export { type Limits as UnitLimits, shares } from "./shares.js";
