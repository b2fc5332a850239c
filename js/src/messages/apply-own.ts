import { copyOf, put } from "../../bindings/src/build.js";
import { applyEdits, type Edit } from "./edits.js";

type Held = Record<string, unknown>;

/** A copy of the same class; what is plain takes the short way. */
function copied(value: object): object {
  if (Array.isArray(value)) return [...value];
  const plain = Object.getPrototypeOf(value) === Object.prototype;
  // Members that are not enumerable would be lost.
  return plain && Object.keys(value).length === Object.getOwnPropertyNames(value).length ? { ...value } : copyOf(value);
}

/**
 * As {@link applyEdits}, for edits by the core: their paths exist, and no two are equal. Edits that only set values
 * need no tree of edits, which takes longer than everything else.
 */
export function applyOwn<M>(messages: readonly M[], edits: readonly Edit<M>[]): M[] {
  if (edits.length === 0) return messages as M[];
  if (!edits.every((edit) => "text" in edit || "set" in edit)) return applyEdits(messages, edits);
  const edited = [...messages];
  const fresh = new Set<object>([edited]);
  for (const edit of edits as readonly ({ text: string; value: string } | { set: string; value: unknown })[]) {
    // No name in a path of the core's has a `~` or a `/`.
    const names = ("text" in edit ? edit.text : edit.set).split("/");
    let here = edited as unknown as Held;
    for (let at = 1; at < names.length - 1; at += 1) {
      const name = names[at] as string;
      let next = here[name] as object;
      if (!fresh.has(next)) {
        next = copied(next);
        fresh.add(next);
        set(here, name, next);
      }
      here = next as Held;
    }
    set(here, names.at(-1) as string, edit.value);
  }
  return edited;
}

function set(object: Held, name: string, value: unknown): void {
  if (Array.isArray(object)) object[Number(name)] = value;
  else put(object, name, value);
}
