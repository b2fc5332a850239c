// What the types let through, by the compiler alone: nothing here runs.
import KeyvRedis, { createKeyv } from "@keyv/redis";
import { Keyv } from "keyv";
import { OutputStore, type StoreBackend, vscodeBackend } from "tooltrim/store";
import type * as vscode from "vscode";

export const backends = (context: vscode.ExtensionContext, fs: vscode.FileSystem): StoreBackend[] => [
  new Map<string, string>(),
  new Keyv(),
  new Keyv({ store: new KeyvRedis("redis://127.0.0.1:6379") }),
  createKeyv(),
  vscodeBackend(context.globalState),
  vscodeBackend({ storageUri: context.globalStorageUri, fs }),
];

export const stores = (context: vscode.ExtensionContext, fs: vscode.FileSystem) => [
  ...backends(context, fs).map((backend) => new OutputStore({ backend })),
  // @ts-expect-error a workspace may have no folder
  vscodeBackend({ storageUri: context.storageUri, fs }),
  // @ts-expect-error no `delete`
  new OutputStore({ backend: { get: () => undefined, set: () => true } }),
];
