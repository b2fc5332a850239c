// Links that carry the input, too: loaded when somebody asks for one, or comes by one.
import { number } from "../shared/dom.js";
import { addressOf } from "../shared/hash.js";
import { LONGEST_LINK, packed, unpacked } from "../shared/share.js";
import { type Input, textInput } from "./input.js";
import { type OutputModel, TAB } from "./model.js";

/** The most UTF-16 units that may fit a link when they are compressed. */
const MOST_UNITS = 5_000_000;

/** A link with settings and input; throws when it would be too long. */
export async function linkWithInput(model: OutputModel): Promise<string> {
  const parameters = model.parameters();
  const content = await model.input.value?.content();
  const size = typeof content === "string" ? content.length : (content?.size ?? 0);
  if (size > MOST_UNITS) throw new Error(`The input is too large for a link: ${number(size)} bytes.`);
  const text = typeof content === "string" ? content : ((await content?.text()) ?? "");
  parameters.set("input", await packed(text));
  const link = addressOf(TAB, parameters);
  if (link.length <= LONGEST_LINK) return link;
  throw new Error(
    `The input is too large for a link: it would have ${number(link.length)} chars, and up to ${number(LONGEST_LINK)} are passed on unharmed. Share the file instead.`,
  );
}

/** The input of such a link; throws for a broken one. */
export const inputOf = async (text: string): Promise<Input> => textInput(await unpacked(text), { name: "from a link" });
