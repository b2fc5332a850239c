import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";

/**
 * Opens a regular file of at most this many bytes. A pipe is not waited for, and a device not read.
 *
 * @throws Error that says what it is instead
 */
export function openRegular(file: string, most: number): number {
  // A pipe without a writer would block.
  const fd = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const found = fstatSync(fd);
  const fault = !found.isFile() ? "is not a regular file" : found.size > most ? `is larger than ${most} bytes` : "";
  if (fault === "") return fd;
  closeSync(fd);
  throw new Error(fault);
}

/** Returns the text of a regular file of at most this many bytes. @throws Error as {@link openRegular} */
export function readRegular(file: string, most: number): string {
  const fd = openRegular(file, most);
  try {
    const buffer = Buffer.alloc(most + 1);
    let size = 0;
    for (;;) {
      const length = readSync(fd, buffer, size, buffer.length - size, null);
      size += length;
      // It may have grown since.
      if (size > most) throw new Error(`is larger than ${most} bytes`);
      if (length === 0) return buffer.toString("utf8", 0, size);
    }
  } finally {
    closeSync(fd);
  }
}

/** Returns `true` for a path below a folder, links followed as far as there are files. */
export function isBelow(path: string, folder: string): boolean {
  return real(path).startsWith(real(folder).replace(/[\\/]*$/, sep));
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(real(dirname(path)), basename(path));
  }
}
