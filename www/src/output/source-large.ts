// A large text, trimmed in a worker.
import type { Measures } from "tooltrim/text";
import { type Progress, Remote } from "../shared/remote.js";
import type { Source } from "./source.js";
import type { TrimMethods } from "./worker.js";

export async function large(from: string | Blob, progress: Progress = () => {}): Promise<Source> {
  // Measuring takes seconds for 50 MB: a worker of its own does it, and trimming need not wait.
  const [remote, measuring] = await Promise.all([start(), start()]);
  const close = () => {
    remote.close();
    measuring.close();
  };
  try {
    const nature = await remote.ask("load", from, progress);
    let sizes: Promise<Measures> | undefined;
    return {
      ...nature,
      trim: (options) => remote.ask("trim", options),
      result: () => remote.ask("result"),
      tree: () => remote.ask("tree"),
      counts: () => remote.ask("counts"),
      measureInput() {
        sizes ??= measuring
          .ask("load", from)
          .then(() => measuring.ask("measureInput"))
          .finally(() => measuring.close());
        return sizes;
      },
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

async function start(): Promise<Remote<TrimMethods>> {
  const { default: TrimWorker } = await import("./worker.js?worker&inline");
  return new Remote<TrimMethods>(new TrimWorker());
}
