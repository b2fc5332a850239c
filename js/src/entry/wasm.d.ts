declare module "*.wasm" {
  const hex: string;
  export default hex;
}
