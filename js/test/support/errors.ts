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

/** The result of a call, or code and message of its error, in the form of the golden files. */
export function outcome<T>(call: () => T) {
  try {
    return { result: call() };
  } catch (error) {
    const { name, code, message } = error as TooltrimError;
    if (name !== "TooltrimError") throw error;
    return { error: { code, message } };
  }
}

/** `CODE: message` of a call that has to fail. */
export const failure = (call: () => unknown) => {
  const { code, message } = errorOf(call);
  return `${code}: ${message}`;
};
