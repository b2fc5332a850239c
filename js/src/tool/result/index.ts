// Limits for tool results of any kind.

export { type FormLimits, limitForms, SHORTEST_MEDIA, withTexts } from "./forms.js";
export { endOfString, looksLikeJson, memberOf, objects, parse, stringOf, withMembers, withStrings } from "./json.js";
export { blocksOf } from "./mcp-blocks.js";
export { type Media, mediaLeftOut, typeName } from "./media.js";
export { limitParts, type PartKind, partsFit, withoutMedia } from "./parts.js";
export { fits, type Room, type UnitLimits } from "./shares.js";
