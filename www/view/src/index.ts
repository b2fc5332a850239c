// A conversation as people see it. All of it is static markup, which scripts may enrich: callbacks are optional.
// `view.css` has the styles, `palette.css` in it the colours. Texts from a conversation may hold anything.

export { Bar, type Frame, type Part, Parts } from "./components/bar.js";
export { ContextBar, type ContextParts, PartsTable } from "./components/context-bar.js";
export { change, Economics } from "./components/economics.js";
export { ExchangeTable, RungLegend, RungName, State } from "./components/exchanges.js";
export { FailuresTable, OpenFailures } from "./components/failures.js";
export { type Figure, Figures } from "./components/figures.js";
export { FilesTable, FileTrail } from "./components/files.js";
export { GrowthAreas, GrowthChart } from "./components/growth-chart.js";
export { Problems } from "./components/problems.js";
export { SavingsTable } from "./components/savings.js";
export { Code, type Column, Dot, number, share, Table, Tag } from "./components/table.js";
export { LargestTable, RepeatsTable, UsageKey, UsageTable } from "./components/usage.js";
export { type ExchangeRow, exchangeRows } from "./rows.js";
export * from "./text.js";
export * from "./words.js";
