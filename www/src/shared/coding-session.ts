// The example that two tabs share: a script, as the page's policy allows no other loading.

interface Call {
  readonly callId: string;
  readonly name: string;
  readonly args: object | null;
  readonly result: string;
  readonly isError: boolean;
}

/** The session of examples/data, whose shape is none of a provider, as messages of Anthropic. */
export async function codingSession(): Promise<string> {
  const { default: text } = await import("../../../examples/data/coding-session.json?raw");
  const { messages } = JSON.parse(text) as { messages: { role: string; text: string; calls?: Call[] }[] };
  const written = messages.flatMap(({ role, text: said, calls = [] }): object[] => {
    if (role === "user") return [{ role, content: said }];
    const uses = calls.map(({ callId, name, args }) => ({ type: "tool_use", id: callId, name, input: args ?? {} }));
    const results = calls.map(({ callId, result, isError }) => ({
      ...{ type: "tool_result", tool_use_id: callId, content: result },
      ...(isError && { is_error: true }),
    }));
    const content = [...(said ? [{ type: "text", text: said }] : []), ...uses];
    return [{ role, content }, ...(results.length > 0 ? [{ role: "user", content: results }] : [])];
  });
  return JSON.stringify({ messages: written }, undefined, 1);
}
