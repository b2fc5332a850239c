// Limits for tool results of any kind.
export { type Access, endOfString, looksLikeJson, parse, withStrings } from "./access.js";
export { type FormLimits, limitForms, SHORTEST_MEDIA, withTexts } from "./forms.js";
export { blocksOf } from "./mcp-blocks.js";
export { type Media, thousands, typeName } from "./media.js";
export { limitParts, type PartKind, textOf, withoutMedia } from "./parts.js";
export { fits, type Room, scaled, type UnitLimits } from "./shares.js";
