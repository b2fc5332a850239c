import type { ContentPart, Item, MessageItem } from "./items.js";
import { asJson, type ChatMessage, dataUrl, mediaLine, readPart } from "./parts.js";
import type { ToolNames } from "./tools.js";

const roles: Readonly<Record<number, MessageItem["role"]>> = { 1: "user", 2: "assistant", 3: "system" };

/** VS Code's messages as items, one by one: what has no counterpart leaves nothing behind. */
export function itemsOf(messages: readonly ChatMessage[], names: ToolNames, takesImages: boolean): Item[] {
  const items: Item[] = [];
  for (const message of messages) {
    const role = roles[message.role] ?? "user";
    let said: ContentPart[] = [];
    // A result in between ends what was said before it: the order is kept.
    const flush = () => {
      const content = contentOf(said, role);
      if (content !== undefined) items.push({ type: "message", role, content });
      said = [];
    };
    for (const raw of message.content) {
      const part = readPart(raw);
      switch (part.kind) {
        case "text":
          if (part.text !== "")
            said.push({ type: role === "assistant" ? "output_text" : "input_text", text: part.text });
          break;
        case "image":
          said.push(imagePart(part.type, part.data, takesImages && role === "user", role));
          break;
        case "call":
          flush();
          items.push({
            type: "function_call",
            call_id: part.callId,
            name: names.sent(part.name),
            arguments: asJson(part.input ?? {}),
          });
          break;
        case "result":
          flush();
          items.push({
            type: "function_call_output",
            call_id: part.callId,
            output: outputOf(part.content, takesImages),
          });
          break;
        case "nothing":
          break;
      }
    }
    flush();
  }
  return items;
}

/** One text is sent as it is, which every endpoint takes; undefined when nothing was said. */
function contentOf(said: readonly ContentPart[], role: MessageItem["role"]): MessageItem["content"] | undefined {
  if (said.length === 0) return undefined;
  const texts = said.flatMap((part) => (part.type === "input_image" ? [] : [part.text]));
  if (texts.length < said.length) return said;
  // An answer came as a stream: its texts are pieces of one.
  if (role === "assistant" || texts.length === 1) return texts.join("");
  return said;
}

/** Texts of a result are lines of one, as tooltrim reads them; with an image they stay apart. */
function outputOf(content: readonly unknown[], takesImages: boolean): string | ContentPart[] {
  const parts = content.flatMap((raw): ContentPart[] => {
    const part = readPart(raw);
    if (part.kind === "text") return [{ type: "input_text", text: part.text }];
    if (part.kind === "image") return [imagePart(part.type, part.data, takesImages, "user")];
    return [];
  });
  const texts = parts.flatMap((part) => (part.type === "input_image" ? [] : [part.text]));
  return texts.length === parts.length ? texts.join("\n") : parts;
}

function imagePart(type: string, data: Uint8Array, asImage: boolean, role: MessageItem["role"]): ContentPart {
  if (asImage) return { type: "input_image", image_url: dataUrl(type, data), detail: "auto" };
  return { type: role === "assistant" ? "output_text" : "input_text", text: mediaLine(type, data) };
}
