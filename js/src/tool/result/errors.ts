// Limits errors that a tool throws: their class stays, and errors that only steer a framework pass unchanged.

/**
 * Returns `true` for a thrown value that is control flow, not a failure: a cancellation, or an error that LangGraph
 * throws to interrupt or redirect a run (`GraphInterrupt`, `ParentCommand`; recognized by name in older versions).
 */
export function isControlFlow(thrown: unknown): boolean {
  if (typeof thrown !== "object" || thrown === null) return false;
  try {
    const { name, code, is_bubble_up: bubbles } = thrown as { name?: unknown; code?: unknown; is_bubble_up?: unknown };
    return bubbles === true || code === "ABORT_ERR" || (typeof name === "string" && steering.has(name));
  } catch {
    return false;
  }
}

const steering: ReadonlySet<string> = new Set([
  "AbortError",
  // `CancellationError` of VS Code: its `name`, and the name of its class.
  "Canceled",
  "CancellationError",
  "GraphInterrupt",
  "NodeInterrupt",
  "ParentCommand",
  "GraphBubbleUp",
]);

/** Limits a thrown value: returns the same one if it is small enough, else one of its class with a shorter message. */
export function limitThrown(thrown: unknown, text: (message: string) => string): unknown {
  if (typeof thrown === "string") return text(thrown);
  if (isControlFlow(thrown)) return thrown;
  if (!isErrorLike(thrown)) {
    // Frameworks show such an object to the model as JSON.
    const message = textOfThrown(thrown);
    const shorter = text(message);
    return shorter === message ? thrown : new Error(shorter, { cause: thrown });
  }
  const message = readText(thrown, "message");
  const shorter = text(message);
  const stack = readText(thrown, "stack");
  // The stack repeats the message.
  const shorterStack = text(shorter === message ? stack : stack.replace(message, () => shorter));
  return shorter === message && shorterStack === stack ? thrown : copyOf(thrown, shorter, shorterStack);
}

/** Returns the text of a thrown value, as a framework would show it. */
export function textOfThrown(thrown: unknown): string {
  if (isErrorLike(thrown)) return readText(thrown, "message") || readText(thrown, "name");
  try {
    return String(typeof thrown === "object" && thrown !== null ? (JSON.stringify(thrown) ?? thrown) : thrown);
  } catch {
    return typeof thrown;
  }
}

function isErrorLike(thrown: unknown): thrown is Error {
  if (typeof thrown !== "object" || thrown === null) return false;
  // Includes errors of other realms: `vm` contexts, workers, test runners.
  return thrown instanceof Error || Object.prototype.toString.call(thrown) === "[object Error]";
}

function readText(error: Error, name: "message" | "stack" | "name"): string {
  try {
    const value = error[name];
    return typeof value === "string" ? value : "";
  } catch {
    return "";
  }
}

/**
 * Copies an error, since the original may be held elsewhere, for example by a log. The copy has the same class and
 * fields. The original becomes its `cause`, unless it has one already.
 */
function copyOf(error: Error, message: string, stack: string): Error {
  if (typeof DOMException === "function" && error instanceof DOMException) return new DOMException(message, error.name);
  const copy = new Error(message, { cause: error });
  const fields = Object.getOwnPropertyDescriptors(error) as Record<PropertyKey, PropertyDescriptor>;
  for (const key of Reflect.ownKeys(fields)) {
    if (key !== "message" && key !== "stack") Object.defineProperty(copy, key, fields[key] as PropertyDescriptor);
  }
  Object.defineProperty(copy, "stack", { value: stack, writable: true, configurable: true });
  return Object.setPrototypeOf(copy, Object.getPrototypeOf(error));
}
