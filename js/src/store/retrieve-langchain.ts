// The tool as a `StructuredToolInterface` of LangChain, whose packages are not needed for it.
import type { Untyped } from "../messages/types.js";
import type { PlatformReadableStream } from "../platform.js";
import type { RetrieveSchema } from "./retrieve-answer.js";

/** A tool that LangChain accepts as its own. A type, not an interface, so that it is also a `Record`. */
export type LangChainRetrieve = {
  name: string;
  description: string;
  schema: RetrieveSchema;
  returnDirect: false;
  lc_runnable: true;
  lc_serializable: false;
  lc_namespace: string[];
  lc_id: string[];
  getName(suffix?: string): string;
  invoke(input: unknown, config?: unknown): Promise<Untyped>;
  call(input: unknown, config?: unknown): Promise<Untyped>;
  batch(inputs: readonly unknown[], config?: unknown): Promise<Untyped[]>;
  stream(input: unknown, config?: unknown): Promise<PlatformReadableStream<Untyped> & AsyncIterable<Untyped>>;
  transform(inputs: AsyncIterable<unknown>, config?: unknown): AsyncGenerator<Untyped>;
};

const NAMESPACE = ["langchain", "tools"];

/** Adds the members of a tool of LangChain to a name, a description and a schema. */
export function langChainTool(
  described: Pick<LangChainRetrieve, "name" | "description" | "schema">,
  handler: (args: unknown) => Promise<string>,
): LangChainRetrieve {
  // A call of a model has its arguments in `args`.
  const invoke = (input: unknown) => handler(isToolCall(input) ? input.args : input);
  return {
    ...described,
    returnDirect: false,
    lc_runnable: true,
    lc_serializable: false,
    lc_namespace: [...NAMESPACE],
    lc_id: [...NAMESPACE, described.name],
    getName: (suffix = "") => described.name + suffix,
    invoke: (input) => invoke(input),
    call: (input) => invoke(input),
    batch: (inputs) => Promise.all(inputs.map((input) => invoke(input))),
    stream: async (input) => streamOf(await invoke(input)),
    async *transform(inputs) {
      let last: unknown;
      for await (const input of inputs) last = input;
      yield await invoke(last);
    },
  };
}

/** LangChain needs a stream that is also iterable, which not all hosts have. */
function streamOf(text: string): ReadableStream<string> & AsyncIterable<string> {
  const stream = new ReadableStream<string>({
    start(controller) {
      controller.enqueue(text);
      controller.close();
    },
  });
  return Object.assign(stream, {
    async *[Symbol.asyncIterator]() {
      yield text;
    },
  });
}

const isToolCall = (input: unknown): input is { readonly args: unknown } =>
  typeof input === "object" && input !== null && (input as { type?: unknown }).type === "tool_call" && "args" in input;
