// The page: its frame, and the tab that is part of it.
import * as tooltrim from "tooltrim/text";
import "./styles/base.css";
import "./styles/controls.css";
import "./styles/choices.css";
import "./styles/layout.css";
import "./styles/text.css";
import "./styles/tree.css";
import { startApp } from "./app/app.js";
import { byId } from "./shared/dom.js";

// For the console; the tests reach the packages of this page by them, too.
Object.assign(globalThis, { tooltrim, loadTooltrim: () => import("./shared/whole.js") });
byId("version").textContent = tooltrim.version;
startApp();
