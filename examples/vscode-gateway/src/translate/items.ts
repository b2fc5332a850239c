// What the Open Responses API takes as `input`.

/** A piece of a message, or of what a tool returned. */
export type ContentPart =
  | { readonly type: "input_text" | "output_text"; readonly text: string }
  | { readonly type: "input_image"; readonly image_url: string; readonly detail: "auto" };

/** What somebody said. */
export interface MessageItem {
  readonly type: "message";
  readonly role: "user" | "assistant" | "system";
  readonly content: string | readonly ContentPart[];
}

/** A call of the model. */
export interface FunctionCallItem {
  readonly type: "function_call";
  readonly call_id: string;
  readonly name: string;
  readonly arguments: string;
}

/** What a tool returned. */
export interface FunctionCallOutputItem {
  readonly type: "function_call_output";
  readonly call_id: string;
  readonly output: string | readonly ContentPart[];
}

export type Item = MessageItem | FunctionCallItem | FunctionCallOutputItem;

/** Whether an item is of the kind that some gateways refuse. */
export function isToolItem(item: Item): boolean {
  return item.type !== "message";
}
