// Source, listings, hits.
import { item, lines } from "../make.mjs";

export const sources = [
  item(
    "o-src-01",
    "source",
    ["camel"],
    "where is the exchange rate rounded",
    ["roundHalfEven", "rates.ts"],
    lines(141, {
      top: ["// rates.ts"],
      noise: ["export const {w}{W} = (value: number) => value * {nn};", "  await {w}.{w}({nnn});", "// {w} before {w}"],
      plant: [
        "/** Rounds an exchange rate to four places, halves to even. */\nexport function roundHalfEven(rate: number): number {\n  return Math.round(rate * 1e4) / 1e4;\n}",
      ],
      decoys: ["// exchange {w} for {w}", "const rateOf{W} = 1;"],
    }),
  ),
  item(
    "o-src-02",
    "source",
    ["camel"],
    "what is the maximum number of open sockets",
    ["MAX_OPEN_SOCKETS = 640"],
    lines(142, {
      noise: ["const {W}_{W}: usize = {nnn};", "fn {w}_{w}(x: u32) -> u32 {", "    x + {nn}", "}"],
      plant: ["/// More than this and the kernel says no.\nconst MAX_OPEN_SOCKETS = 640;"],
      decoys: ["// open the {w}", "const MAX_{W}: usize = {nn};", "// number of {w}: {nn}"],
    }),
  ),
  item(
    "o-grep-01",
    "grep",
    ["definition"],
    "where is parseHeader defined?",
    ["src/wire/frame.rs:212"],
    lines(143, {
      noise: ["src/{w}/{w}.rs:{nnn}:    let {w} = parseHeader(&{w});", "src/{w}.rs:{nn}:use crate::wire::parseHeader;"],
      plant: ["src/wire/frame.rs:212:pub fn parseHeader(bytes: &[u8]) -> Header {"],
    }),
  ),
  item(
    "o-grep-02",
    "grep",
    ["abbrev", "stem"],
    "config files of the authentication service",
    ["svc/auth/config/base.toml", "svc/auth/config/tls.toml"],
    lines(144, {
      noise: ["svc/{w}/src/{w}.rs", "svc/{w}/config/{w}.toml", "svc/{w}/README.md"],
      plant: ["svc/auth/config/base.toml\nsvc/auth/config/tls.toml"],
    }),
    { aggregate: true },
  ),
];
