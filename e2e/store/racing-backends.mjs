// The backends for which stores race.
import KeyvRedis from "@keyv/redis";
import { Keyv } from "keyv";
import { fileBackend } from "tooltrim/store";

const kinds = {
  files: (folder) => fileBackend(folder),
  "Keyv on Redis": (url) => new Keyv({ store: new KeyvRedis(url) }),
  /** What docs/store.md shows: `add` by `SET … NX`. */
  "Redis with add": (url) => withAdd(new KeyvRedis(url, { throwOnErrors: true })),
};

export function withAdd(adapter) {
  return {
    get: (key) => adapter.get(key),
    set: (key, value) => adapter.set(key, value),
    delete: (key) => adapter.delete(key),
    add: async (key, value) =>
      (await adapter.getClient()).set(key, value, { NX: true }).then((answer) => answer === "OK"),
    on: (event, listener) => adapter.on(event, listener),
    destroy: () => adapter.client.destroy(),
  };
}

export async function connect(kind, place) {
  const backend = kinds[kind](place);
  // Connected, which takes longer than all else.
  await backend.get("nothing");
  return backend;
}

/** A client of Redis would try to reach the server for ever. */
export const disconnect = (backend) => (backend.store?.client ?? backend).destroy?.();
