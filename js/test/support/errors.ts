import { TooltrimError } from "tooltrim";

/** The error of a call that has to fail. */
export function errorOf(call: () => unknown): TooltrimError {
  try {
    call();
  } catch (error) {
    if (error instanceof TooltrimError && error.name === "TooltrimError") return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

/** `CODE: message` of a call that has to fail. */
export const failure = (call: () => unknown) => {
  const { code, message } = errorOf(call);
  return `${code}: ${message}`;
};
