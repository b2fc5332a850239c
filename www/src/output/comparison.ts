// Compares results with their inputs for JSON and for cleaned texts. Loaded when there is one of them.
export { compareJson } from "./json-runs.js";
export { runsInInput } from "./noise.js";
