/**
 * Returns a built-in module of the host, without an import that would break bundles for browsers. Node has
 * `getBuiltinModule` since 20.16; the edge runtime of Next.js throws where it is read.
 */
export function builtin<T>(name: string): T | undefined {
  try {
    const { process } = globalThis as { process?: { getBuiltinModule?: Load; mainModule?: { require?: Load } } };
    return (process?.getBuiltinModule?.(name) ?? process?.mainModule?.require?.(name)) as T | undefined;
  } catch {
    return undefined;
  }
}
type Load = (name: string) => unknown;
