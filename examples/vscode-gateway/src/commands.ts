import * as vscode from "vscode";
import type { GatewayError } from "./errors.js";
import type { GatewayProvider } from "./provider.js";
import type { Renderings } from "./rendering.js";
import type { ReportView } from "./report-view.js";
import type { Secrets } from "./secrets.js";
import { baseUrlOf, readSettings } from "./settings.js";

export interface CommandParts {
  readonly secrets: Secrets;
  readonly renderings: Renderings;
  readonly provider: GatewayProvider;
  readonly reportView: ReportView;
}

export function registerCommands({ secrets, renderings, provider, reportView }: CommandParts): vscode.Disposable {
  const commands: Record<string, (argument?: unknown) => Promise<void>> = {
    setKey: async (argument) => {
      const baseUrl = await knownBaseUrl();
      if (baseUrl === undefined) return;
      // Other extensions may hand it over. VS Code itself calls this one with the name of the vendor, which is no key.
      const { key } = (typeof argument === "object" && argument !== null ? argument : {}) as { key?: unknown };
      if (typeof key === "string" && key.trim() !== "") await secrets.set(baseUrl, key);
      else if (!(await secrets.ask(baseUrl))) return;
      provider.refresh();
    },
    clearKey: async () => {
      const baseUrl = await knownBaseUrl();
      if (baseUrl === undefined) return;
      await secrets.clear(baseUrl);
      provider.refresh();
    },
    refreshModels: async () => {
      await renderings.forget();
      provider.refresh();
    },
    showReport: async () => reportView.show(),
  };
  return vscode.Disposable.from(
    ...Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(`tooltrimGateway.${name}`, run)),
  );
}

/** A key belongs to an address: without one, the user is led to the setting. */
async function knownBaseUrl(): Promise<string | undefined> {
  try {
    return baseUrlOf(readSettings());
  } catch (error) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "tooltrimGateway.baseUrl");
    void vscode.window.showWarningMessage(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

let isOpen = false;

/** A way to the setting or the command that mends a failure; one at a time, and never waited for. */
export function offerRemedy({ kind, message }: GatewayError): void {
  const remedy = remedies[kind];
  if (remedy === undefined || isOpen) return;
  isOpen = true;
  const { label, command, argument } = remedy;
  void vscode.window.showErrorMessage(message, label).then(
    (chosen) => {
      isOpen = false;
      if (chosen === label) void vscode.commands.executeCommand(command, argument);
    },
    () => {
      isOpen = false;
    },
  );
}

interface Remedy {
  readonly label: string;
  readonly command: string;
  readonly argument?: string;
}

const remedies: Partial<Record<GatewayError["kind"], Remedy>> = {
  "no-permission": { label: "Set API Key", command: "tooltrimGateway.setKey" },
  "wrong-address": {
    label: "Open Settings",
    command: "workbench.action.openSettings",
    argument: "tooltrimGateway.baseUrl",
  },
};
