// The entry `tooltrim/lite`: the names of `tooltrim/text`. Rescue, cleaning and JSON are refused.
export * from "./text.js";
