// A text as a component: see pane.ts.
import { useLayoutEffect, useRef } from "preact/hooks";
import { type PaneOptions, TextPane } from "./pane.js";
import type { Part } from "./parts.js";

export interface EditorProps extends PaneOptions {
  readonly id: string;
  readonly parts: readonly Part[];
  readonly editable?: boolean;
  /** The text comes from this editor. */
  readonly typed?: boolean;
  /** Given the pane, once it is there. */
  readonly onReady?: (pane: TextPane) => void;
}

export function Editor({ id, parts, editable = false, typed = false, onReady, ...options }: EditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const pane = useRef<TextPane | undefined>(undefined);
  const latest = useRef(options);
  latest.current = options;
  useLayoutEffect(() => {
    if (!host.current) return;
    const made = new TextPane(host.current, {
      ...options,
      onEdit: (text) => latest.current.onEdit?.(text),
      onPaste: (pasted, own) => latest.current.onPaste?.(pasted, own) ?? false,
    });
    pane.current = made;
    onReady?.(made);
    return () => made.destroy();
  }, []);
  useLayoutEffect(() => pane.current?.show(parts, editable, typed), [parts, editable, typed]);
  return <div class="editor" id={id} ref={host} />;
}
