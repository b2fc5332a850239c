// The page: its frame, and the tab that is part of it.
import * as tooltrim from "tooltrim";
import * as toolHistory from "tooltrim/tool-history";
import "./styles/base.css";
import "./styles/controls.css";
import "./styles/choices.css";
import "./styles/layout.css";
import "./styles/text.css";
import { startApp } from "./app/app.js";
import { keepForOffline } from "./app/offline.js";
import { startTrimTab } from "./output/tab.js";
import { byId } from "./shared/dom.js";

// For the console; the tests reach the package of this page by it, too.
Object.assign(globalThis, { tooltrim, toolHistory });
byId("version").textContent = tooltrim.version;
startTrimTab();
startApp();
keepForOffline();
