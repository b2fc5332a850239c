// The page's frame: the tabs, and below them the one that is shown. One that was shown stays as it is.
import { useSignalEffect } from "@preact/signals";
import { type ComponentType, createElement, render } from "preact";
import { useState } from "preact/hooks";
import { byId } from "../shared/dom.js";
import { linkTo } from "../shared/hash.js";
import { shown, tabs } from "./tabs.js";

function Tabs() {
  const current = shown.value;
  return tabs.map(({ name, title }) => (
    <a
      key={name}
      href={linkTo(name)}
      aria-current={name === current ? "page" : undefined}
      // The state may have changed since this was displayed.
      onClick={({ currentTarget }) => currentTarget.setAttribute("href", linkTo(name))}
    >
      {title}
    </a>
  ));
}

function Later({ load, name }: { load: () => Promise<ComponentType>; name: string }) {
  const [state, setState] = useState<{ component?: ComponentType; error?: string }>({});
  useSignalEffect(() => {
    if (shown.value !== name || state.component) return;
    load().then(
      (component) => setState({ component }),
      () => setState({ error: "This part of the page could not be loaded. Are you off line? Reload to try again." }),
    );
  });
  if (state.component) return createElement(state.component, {});
  return <p class="notice">{state.error ?? "Loading …"}</p>;
}

export function startApp(): void {
  render(<Tabs />, byId("tabs"));
  for (const { name, load } of tabs) render(<Later load={load} name={name} />, byId(name));
  shown.subscribe((current) => {
    for (const { name } of tabs) byId(name).hidden = name !== current;
  });
}
