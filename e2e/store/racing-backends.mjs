// The backends for which stores race.
import KeyvRedis from "@keyv/redis";
import { Keyv } from "keyv";
import { fileBackend } from "tooltrim/store";

const kinds = {
  files: (folder) => fileBackend(folder),
  "Keyv on Redis": (url) => new Keyv({ store: new KeyvRedis(url) }),
};

export async function connect(kind, place) {
  const backend = kinds[kind](place);
  // Connected, which takes longer than all else.
  await backend.get("nothing");
  return backend;
}

/** A client of Redis would try to reach the server for ever. */
export const disconnect = (backend) => (backend.store?.client ?? backend).destroy?.();
