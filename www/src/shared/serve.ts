// The worker's side of remote.ts.
import type { Methods } from "./remote.js";

/** Answers each call of a `Remote` by the method of that name. */
export function serve(methods: Methods): void {
  addEventListener("message", async ({ data: [id, name, argument] }: MessageEvent<[number, string, never]>) => {
    const progress = (share: number) => postMessage([id, undefined, undefined, share]);
    try {
      postMessage([id, await methods[name]?.(argument, progress)]);
    } catch (error) {
      postMessage([id, undefined, error instanceof Error ? error.message : String(error)]);
    }
  });
}
