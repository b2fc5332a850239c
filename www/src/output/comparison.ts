// How a text that was cleaned or stayed JSON became its result; any other needs no more than its pieces.
export { compareJson } from "./json-runs.js";
export { runsInInput } from "./noise.js";
