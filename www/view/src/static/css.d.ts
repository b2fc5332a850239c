/** The text of a style sheet with all that it imports, as Vite has it; `tooltrim-view/esbuild` makes the same of it. */
declare module "*.css?inline" {
  const text: string;
  export default text;
}
