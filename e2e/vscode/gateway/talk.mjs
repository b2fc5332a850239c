// A conversation through the gateway inside VS Code, and what is known of it afterwards.
import { performance } from "node:perf_hooks";
import { sumUp } from "../model-server/record.mjs";
import { taskOf } from "../session/modules.mjs";

export const vendor = "tooltrim-gateway";
export const extension = "tooltrim.vscode-gateway";
/** A threshold that nothing passes: the provider as it would be without the package. */
export const never = 1_000_000_000;

export const defaults = {
  "tooltrimGateway.truncationThreshold": 0,
  "tooltrimGateway.rendering": "auto",
  "tooltrimGateway.style": "mask",
};

/** A host with the gateway, and the endpoint that it talks to. */
export class Talk {
  constructor(host, server) {
    this.host = host;
    this.server = server;
  }

  ask(name, ...given) {
    return this.host.run("ask", { extension, name, given });
  }

  async settings(changed) {
    await this.host.run("settings", changed);
  }

  /**
   * One conversation, to its end or as far as the options of the driver's `converse` say. Answers what the driver
   * answered, and `requests`, `sum`, `compactionMilliseconds` and `seconds` of it.
   */
  async converse(word, { id = "small", settings = {}, ...options } = {}) {
    await this.settings({ ...defaults, ...settings });
    const before = await this.ask("log");
    const start = performance.now();
    const result = await this.host.run("converse", { vendor, id, task: taskOf(word), ...options });
    const seconds = (performance.now() - start) / 1000;
    const requests = this.server.of(word);
    const lines = newLines(before, await this.ask("log"));
    return { ...result, requests, sum: sumUp(requests), lines, compactionMilliseconds: timesIn(lines), seconds };
  }
}

/** The log holds its last lines only. */
function newLines(before, after) {
  const last = before.at(-1);
  const known = last === undefined ? -1 : after.lastIndexOf(last);
  return after.slice(known + 1);
}

const timesIn = (lines) => lines.flatMap((line) => /compaction (\d+\.\d+) ms/.exec(line)?.[1] ?? []).map(Number);

export function median(numbers) {
  const sorted = [...numbers].sort((left, right) => left - right);
  return sorted.length === 0 ? Number.NaN : sorted[sorted.length >> 1];
}
