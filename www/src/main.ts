// The page: each tab starts itself. There is one so far.
import * as tooltrim from "tooltrim";
import * as toolHistory from "tooltrim/tool-history";
import "./styles/base.css";
import "./styles/controls.css";
import "./styles/choices.css";
import "./styles/layout.css";
import "./styles/text.css";
import { byId } from "./shared/dom.js";
import { startTrimTab } from "./trim/tab.js";

// For the console; the tests reach the package of this page by it, too.
Object.assign(globalThis, { tooltrim, toolHistory });
byId("version").textContent = tooltrim.version;
startTrimTab();
