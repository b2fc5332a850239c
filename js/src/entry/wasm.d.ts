declare module "*.wasm" {
  const deflated: string;
  export default deflated;
}
