import type { IncomingMessage } from "node:http";
import { SMALL } from "../incoming.js";
import type { Outline } from "../requests.js";

export interface SmallBody {
  readonly bytes: Buffer;
  /** False if there is more to read. */
  readonly isWhole: boolean;
}

/** Reads a body of up to `SMALL` bytes, or the beginning of a larger one. */
export async function smallBody(request: IncomingMessage): Promise<SmallBody> {
  const pieces: Buffer[] = [];
  let size = 0;
  const whole = new Promise<boolean>((resolve) => {
    request.on("data", (piece: Buffer) => {
      pieces.push(piece);
      size += piece.length;
      if (size > SMALL) {
        request.pause();
        resolve(false);
      }
    });
    request.once("end", () => resolve(true));
    request.once("error", () => resolve(true));
  });
  const isWhole = await whole;
  request.removeAllListeners("data");
  return { bytes: Buffer.concat(pieces), isWhole };
}

/** Returns the messages of a body; an empty list if it is not JSON. */
export function messagesIn(bytes: Buffer): Outline[] {
  try {
    const parsed: unknown = JSON.parse(bytes.toString());
    return (Array.isArray(parsed) ? parsed : [parsed]).filter((item) => typeof item === "object" && item !== null);
  } catch {
    return [];
  }
}
