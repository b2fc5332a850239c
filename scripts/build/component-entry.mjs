// Where the component is in the npm package, and in the package of its own: component-package.mjs makes both.

/** The `exports` of a world's files in `folder`, under `path`. */
export function worldExports(world, path, folder) {
  const file = (extension) => `${folder}${world}.${extension}`;
  const both = (types, code) => ({
    import: { types: `${folder}${types}.d.ts`, default: code },
    require: { types: `${folder}${types}.d.cts`, default: code },
  });
  return {
    [path]: {
      import: { types: file("d.ts"), default: file("js") },
      require: { types: file("d.cts"), default: file("cjs") },
    },
    [`./${world}.component.wasm`]: both("component-file", file("component.wasm")),
  };
}

/** The `exports` in the npm package. */
export const componentExports = worldExports("trim", "./component", "./dist/component/");

/** For what reads no `exports`: the folder in the npm package, and its package.json. */
export const componentFolder = [
  "component",
  {
    main: "../dist/component/trim.cjs",
    module: "../dist/component/trim.js",
    types: "../dist/component/trim.d.ts",
    sideEffects: false,
  },
];
