// Values of `@vscode/prompt-tsx` parts: trees with texts in them.

/** Type of nodes with a text; others have children, or no text. */
const TEXT = 2;
/** Maximum depth that is read; deeper than any prompt. */
const DEEPEST = 500;

interface Node {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly node?: unknown;
  readonly children?: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;
const isText = (node: Node): node is Node & { readonly text: string } =>
  node.type === TEXT && typeof node.text === "string";

/** Returns all texts of a tree, joined by line feeds; `undefined` if there are none. */
export function treeText(tree: unknown): string | undefined {
  const texts: string[] = [];
  collect(tree, texts, 0);
  return texts.length > 0 ? texts.join("\n") : undefined;
}

function collect(node: unknown, texts: string[], depth: number): void {
  if (!isNode(node) || depth > DEEPEST) return;
  if (isText(node)) {
    texts.push(node.text);
    return;
  }
  collect(node.node, texts, depth + 1);
  if (Array.isArray(node.children)) for (const child of node.children) collect(child, texts, depth + 1);
}

/** Returns the tree with its first text replaced and its other texts emptied. */
export function withTreeText(tree: unknown, text: string): unknown {
  return replaced(tree, [text], 0);
}

function replaced(node: unknown, texts: string[], depth: number): unknown {
  if (!isNode(node) || depth > DEEPEST) return node;
  if (isText(node)) return { ...node, text: texts.shift() ?? "" };
  const after: Record<string, unknown> = { ...node };
  if (isNode(node.node)) after.node = replaced(node.node, texts, depth + 1);
  if (Array.isArray(node.children)) after.children = node.children.map((child) => replaced(child, texts, depth + 1));
  return after;
}
