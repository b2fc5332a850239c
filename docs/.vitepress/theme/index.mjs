// The default theme, and diagrams: mermaid is part of the site and loaded by the pages that have one. Its edition
// without the diagrams that need large libraries, which is a plain script and leaves itself in a global.

import script from "@mermaid-js/tiny/dist/mermaid.tiny.js?url";
import DefaultTheme from "vitepress/theme";
import { defineComponent, h, onMounted, ref } from "vue";

const Mermaid = defineComponent({
  props: { code: { type: String, required: true } },
  setup({ code }) {
    const svg = ref("");
    onMounted(async () => {
      const mermaid = await loaded();
      const theme = document.documentElement.classList.contains("dark") ? "dark" : "default";
      // Labels as SVG: those in HTML would be laid out again by the styles of the page, and clipped.
      mermaid.initialize({ startOnLoad: false, theme, htmlLabels: false, flowchart: { htmlLabels: false } });
      // An id that no other diagram of the page has.
      const id = `diagram-${[...document.querySelectorAll(".mermaid")].length}-${Date.now()}`;
      svg.value = (await mermaid.render(id, decodeURIComponent(code))).svg;
    });
    // The source, until it is drawn and where scripts are off.
    return () =>
      svg.value
        ? h("div", { class: "mermaid", innerHTML: svg.value })
        : h("pre", { class: "mermaid" }, decodeURIComponent(code));
  },
});

let loading;
function loaded() {
  loading ??= new Promise((resolve, reject) => {
    const element = document.createElement("script");
    element.onload = () => resolve(globalThis.mermaid);
    element.onerror = () => reject(new Error(`${script} could not be loaded`));
    element.src = script;
    document.head.append(element);
  });
  return loading;
}

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component("Mermaid", Mermaid);
  },
};
