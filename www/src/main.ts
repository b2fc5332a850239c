// The page: its frame, and the tab that is part of it.
import { clean, estimateTokens, measure, presets, trim, version } from "tooltrim/text";
import "./styles/base.css";
import "./styles/controls.css";
import "./styles/choices.css";
import "./styles/panes.css";
import "./styles/layout.css";
import "./styles/text.css";
import "./styles/tree.css";
import { startApp } from "./app/app.js";
import { keepForOffline } from "./app/offline.js";
import { byId } from "./shared/dom.js";

// For the console; the tests reach the whole package of this page by it, too. By name, so that what no text needs is
// loaded only then.
Object.assign(globalThis, {
  tooltrim: { clean, estimateTokens, measure, presets, trim, version },
  loadTooltrim: () => import("./shared/whole.js"),
});
byId("version").textContent = version;
startApp();
keepForOffline();
