// A model for coding agents: answered with calls from a list, in the format that the agent asks in.
import { startProviders } from "../../../tests/providers/server.mjs";

/**
 * Answers each request that offers tools with the next call, or with several if the list has a list there, then with a
 * text. Keeps what was asked.
 */
export async function serveModel(t, calls) {
  const requests = [];
  const queue = [...calls];
  const answer = (body, { count }) => {
    const next = (body.tools ?? []).length > 0 ? [queue.shift() ?? []].flat() : [];
    if (next.length === 0) return { text: "done" };
    return { calls: next.map((call, at) => ({ id: `call_${count}_${at}`, ...call })) };
  };
  const refuse = (body) => {
    if ((body.tools ?? []).length > 0) requests.push(body);
  };
  // Agents send more than the rules know.
  const server = await startProviders({ answer, refuse, isStrict: false });
  t.after(() => server.close());
  return { url: server.url, requests };
}
