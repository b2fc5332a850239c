import { Items, type Json, Members, toJson, Written } from "../json/node.js";
import { boundCall } from "./call.js";
import { messageParts, resourcePart } from "./content.js";
import type { Cutter } from "./cutter.js";
import { Media } from "./media.js";
import { boundParts, type Gap, type Part } from "./parts.js";
import { boundRest } from "./rest.js";

/** The results that are bounded. */
export type ResultKind = "call" | "resource" | "prompt";

/** How a tool's results are told about and held to. */
export interface CallContext {
  /** The name of the tool that answers what was cut; none: nothing can be asked for. */
  readonly retrieve: string | undefined;
  /** The JSON Schema that `structuredContent` has to fit. */
  readonly schema: unknown;
}

/** A result within its limits; the very one that came where nothing had to go. */
export function boundResult(kind: ResultKind, result: Members, cutter: Cutter, context: CallContext): Members {
  if (kind === "call") return boundCall(result, cutter, context);
  return kind === "resource" ? boundList(result, "contents", resourceParts, cutter) : boundPrompt(result, cutter);
}

const resourceParts = (item: Json, media: Media): Part[] => [resourcePart(item, media)];

function boundPrompt(result: Members, cutter: Cutter): Members {
  return boundList(result, "messages", messageParts, cutter);
}

function boundList(
  result: Members,
  name: string,
  partsOf: (item: Json, media: Media) => Part[],
  cutter: Cutter,
): Members {
  const items = result.get(name);
  if (!(items instanceof Items)) return boundRest(result, [], cutter);
  const media = new Media(cutter);
  const parts = items.list.flatMap((item) => partsOf(item, media));
  const nodes = boundParts(
    parts,
    items.dropped,
    cutter.limits.chars,
    cutter,
    name === "contents" ? contentsGap : messageGap,
  );
  const bounded = boundRest(result, [name], cutter);
  return cutter.changed ? bounded.with(name, new Items(nodes)) : bounded;
}

const messageGap: Gap = (text) => toJson({ role: "user", content: { type: "text", text } });

const contentsGap: Gap = (text, first) => {
  const uri = first?.node instanceof Members ? first.node.get("uri") : undefined;
  return Members.of({ uri: uri ?? "tooltrim:omitted", mimeType: "text/plain", text });
};

/** An error of JSON-RPC within its limits: message and data are bounded, the code stays. */
export function boundError(error: Members, cutter: Cutter): Members {
  let bounded = error;
  const half = Math.floor(cutter.limits.chars / 2);
  for (const [name, value] of error.entries) {
    const cut =
      name === "code" || value instanceof Written
        ? value
        : value instanceof Members || value instanceof Items
          ? cutter.tree(value, half)
          : cutter.text(value, half);
    if (cut !== value) bounded = bounded.with(name, cut);
  }
  return bounded;
}
