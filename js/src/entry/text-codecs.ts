// `TextEncoder` and `TextDecoder` of all code in the package (esbuild's `inject`). Jest's jsdom has neither, where they
// are taken from Node.

type Codecs = Pick<typeof globalThis, "TextDecoder" | "TextEncoder">;

const { TextDecoder, TextEncoder } = /* @__PURE__ */ (() => {
  const host = globalThis as Partial<Codecs> & {
    process?: { getBuiltinModule?: (name: string) => Codecs | undefined };
  };
  return (host.TextEncoder && host.TextDecoder ? host : host.process?.getBuiltinModule?.("node:util")) as Codecs;
})();

export { TextDecoder, TextEncoder };
