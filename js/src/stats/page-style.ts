// The style of the page. Colours of text have a contrast of 4.5 or more with their ground, those of charts 3 or more.

import { COLORS } from "./words.js";

const chart = (at: 0 | 1) =>
  Object.entries(COLORS)
    .map(([kind, colors]) => `--${kind}:${colors[at]}`)
    .join(";");

/** Rules for the classes of charts. */
export const CHART_RULES = `${Object.keys(COLORS)
  .map((kind) => `.k-${kind}{fill:var(--${kind});background:var(--${kind})}`)
  .join("")}.grid{stroke:var(--line);fill:none}.base{stroke:var(--edge);fill:none}
.axis{font-size:12px;fill:var(--soft)}.end{text-anchor:end}.mid{text-anchor:middle}`;

const LIGHT = `--paper:#f7f7f4;--sheet:#fff;--ink:#1c2024;--soft:#5a626b;--line:#e2e3de;--edge:#848a91;--accent:#0b6350;--tint:#e1efe9;--stale:#c7791f;--error:#b3261e;--error-tint:#fdeceb;${chart(0)}`;
const DARK = `--paper:#121417;--sheet:#1a1d21;--ink:#e4e7ea;--soft:#a3abb4;--line:#2d3238;--edge:#6c747d;--accent:#67cdae;--tint:#1c352e;--stale:#e0a04c;--error:#ff9c92;--error-tint:#3a1c1a;${chart(1)}`;

/** Variables of both colour schemes, on a selector. */
export const themes = (selector: string): string =>
  `${selector}{${LIGHT}}\n@media(prefers-color-scheme:dark){${selector}{${DARK}}}`;

/** The fonts of the reader's system: nothing is loaded. */
export const SANS = 'ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif';
const MONO = 'ui-monospace,"SF Mono",SFMono-Regular,Menlo,"Cascadia Mono",Consolas,"Liberation Mono",monospace';

export const PAGE_STYLE = `${themes(":root")}
:root{color-scheme:light dark}
*{box-sizing:border-box}
html{font:15px/1.5 ${SANS};color:var(--ink);background:var(--paper);-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0 auto;max-width:1120px;padding:32px 24px 48px}
h1{font-size:26px;line-height:1.25;margin:0;letter-spacing:-.01em;overflow-wrap:anywhere}
h2{font-size:17px;line-height:1.3;margin:0 0 4px}
p{margin:0}
.soft,.note{color:var(--soft)}
header p{margin-top:4px}
.note{margin:0 0 14px;max-width:72ch}
section{background:var(--sheet);border:1px solid var(--line);border-radius:10px;padding:20px 22px;margin-top:16px}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:12px;margin:20px 0 0;padding:0;list-style:none}
.cards li{background:var(--sheet);border:1px solid var(--line);border-radius:10px;padding:14px 16px}
.cards b{display:block;font-size:24px;line-height:1.25;font-weight:650;letter-spacing:-.01em;font-variant-numeric:tabular-nums}
.cards .good{color:var(--accent)}
.cards span{color:var(--soft);font-size:13px}
.pair{display:grid;grid-template-columns:minmax(0,1.9fr) minmax(0,1fr);gap:28px;align-items:start}
figure{margin:0}
svg{display:block;width:100%;height:auto;overflow:visible}
.narrow{display:none}
${CHART_RULES}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:14px}
caption{text-align:left;color:var(--soft);font-size:13px;padding:0 0 6px}
th,td{padding:6px 10px;text-align:left;vertical-align:top;border-top:1px solid var(--line);font-weight:400}
th:first-child,td:first-child{padding-left:0}th:last-child,td:last-child{padding-right:0}
thead th,thead td{border-top:0}
thead th{color:var(--soft);font-size:12.5px;white-space:nowrap;vertical-align:bottom}
tbody th{font-weight:550}tbody th code{font-weight:400;color:var(--ink)}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.w{overflow-wrap:anywhere;min-width:9em}
.t{white-space:nowrap;max-width:18em;overflow:hidden;text-overflow:ellipsis}
.sub{display:block;color:var(--soft);font-weight:400;font-size:12.5px;white-space:nowrap}
code,.m{font-family:${MONO};font-size:12.5px}
.b{width:26%;min-width:90px}td.b{padding-top:12px}
.bar{display:flex;height:10px;border-radius:3px;overflow:hidden;background:var(--line)}
.bar i{display:block;height:100%;background:var(--accent)}
.bar .s{background:var(--stale)}
.dot{display:inline-block;width:10px;height:10px;border-radius:3px;margin-right:8px}
.tag{display:inline-block;border-radius:4px;padding:0 6px;font-size:12.5px;white-space:nowrap;background:var(--tint);color:var(--accent)}
.tag.bad{background:var(--error-tint);color:var(--error)}
.tag.old{background:none;color:var(--soft);box-shadow:inset 0 0 0 1px var(--line)}
.more{color:var(--soft);font-size:13px;margin-top:8px}
.key{display:flex;gap:18px;flex-wrap:wrap;color:var(--soft);font-size:13px;margin-bottom:8px}
.gap{height:22px}
footer{color:var(--soft);font-size:13px;margin-top:20px}
@media(max-width:760px){
body{padding:20px 14px 32px}h1{font-size:22px}section{padding:16px 14px}
.pair{grid-template-columns:minmax(0,1fr);gap:18px}.cards{grid-template-columns:1fr 1fr;gap:8px}.cards li:last-child:nth-child(odd){grid-column:1/-1}.cards b{font-size:20px}.cards li{padding:10px 12px}
.minor{display:none}.wide{display:none}.narrow{display:block}th,td{padding:6px 6px}.b{min-width:60px;width:20%}.w{min-width:7em}.w code{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:4;overflow:hidden}.t{max-width:6em}.t code{overflow-wrap:anywhere}
}
@media print{html{background:#fff}section,.cards li{break-inside:avoid}}
@media(forced-colors:active){.bar i,.dot,[class^=k-]{forced-color-adjust:none}}`;
