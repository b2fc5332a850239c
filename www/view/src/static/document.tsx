import type { ComponentChildren, VNode } from "preact";
import { renderToStaticMarkup } from "preact-render-to-string";
import { visible } from "../text.js";

interface DocumentProps {
  readonly title: string;
  /** Content-Security-Policy. */
  readonly policy: string;
  /** Of the only style sheet; the policy may ask for a nonce. */
  readonly css: string;
  readonly nonce?: string | undefined;
  readonly children: ComponentChildren;
}

/** A page that needs nothing else: text, style and pictures in it. */
export function htmlDocument({ title, policy, css, nonce, children }: DocumentProps): string {
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{visible(title)}</title>
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: css }} />
      </head>
      <body>{children}</body>
    </html>
  );
  return `<!doctype html>${markup(page)}\n`;
}

export const markup = (vnode: VNode): string => renderToStaticMarkup(vnode);

/** A part of a page with a heading. */
export function Section(props: {
  readonly id: string;
  readonly title: string;
  readonly note?: string | undefined;
  readonly children: ComponentChildren;
}) {
  return (
    <section aria-labelledby={props.id}>
      <h2 id={props.id}>{visible(props.title)}</h2>
      {props.note && <p class="note">{visible(props.note)}</p>}
      {props.children}
    </section>
  );
}
