// What the servers of the tests share.

/** Extensions in a web worker come from another origin. */
export function cors(response) {
  response.setHeader("access-control-allow-origin", "*");
  response.setHeader("access-control-allow-headers", "*, authorization");
  response.setHeader("access-control-allow-methods", "GET, POST, OPTIONS");
  response.setHeader("access-control-expose-headers", "*");
  // Chromium asks whether a page may reach this machine.
  response.setHeader("access-control-allow-private-network", "true");
}

/** The body as text; `limit` bytes at most, then undefined. */
export async function readBody(request, limit = Number.POSITIVE_INFINITY) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= limit) chunks.push(chunk);
  }
  return bytes <= limit ? Buffer.concat(chunks).toString("utf8") : undefined;
}
