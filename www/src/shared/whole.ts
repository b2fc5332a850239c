// All of the package: loaded when a part of the page, or somebody in the console, needs more than texts.

export * as tooltrim from "tooltrim";
export * as toolHistory from "tooltrim/tool-history";
