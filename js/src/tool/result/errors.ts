// Limits errors that a tool throws: their class stays, and errors that only steer a framework pass unchanged.

/**
 * True if something that was thrown is no failure but a way to say "stop": a cancellation, or what LangGraph throws to
 * interrupt a run or to go elsewhere (`GraphInterrupt`, `ParentCommand`; older ones by name).
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
  // VS Code's `CancellationError`, by its name and by that of its class.
  "Canceled",
  "CancellationError",
  "GraphInterrupt",
  "NodeInterrupt",
  "ParentCommand",
  "GraphBubbleUp",
]);

/** Limits what was thrown: the very same when it is small enough, else one of its class with a shorter message. */
export function limitThrown(thrown: unknown, text: (message: string) => string): unknown {
  if (typeof thrown === "string") return text(thrown);
  if (isControlFlow(thrown)) return thrown;
  if (!isErrorLike(thrown)) {
    // Frameworks show a model such an object as JSON.
    const message = textOfThrown(thrown);
    const shorter = text(message);
    return shorter === message ? thrown : new Error(shorter, { cause: thrown });
  }
  const message = readText(thrown, "message");
  const shorter = text(message);
  const stack = readText(thrown, "stack");
  // A message that was cut stands in the stack, too.
  const shorterStack = text(shorter === message ? stack : stack.replace(message, () => shorter));
  return shorter === message && shorterStack === stack ? thrown : copyOf(thrown, shorter, shorterStack);
}

/** The text of what was thrown, as a framework would show it. */
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
  // Of another realm, too: `vm` contexts, workers, test runners.
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
 * A copy, since the error may be held elsewhere, for a log for example: of the same class, with its own fields. The
 * original is its `cause`, unless it has one of its own.
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
