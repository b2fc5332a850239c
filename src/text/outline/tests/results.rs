//! Lines that tools print, and what they weigh.

use super::weigh;
use crate::text::outline::{TextKind, unnumbered, weight};

#[test]
fn numbers_in_front_change_nothing() {
    for (line, text) in [
        ("   12\u{2192}fn a() {", "fn a() {"),
        ("12: fn a() {", "fn a() {"),
        ("12:fn a() {", "fn a() {"),
        ("12|fn a() {", "fn a() {"),
        ("  12 | fn a() {", "fn a() {"),
        ("00012| fn a() {", "fn a() {"),
        ("    12\tfn a() {", "fn a() {"),
        ("L12: fn a() {", "fn a() {"),
        ("  Line 12: fn a() {", "fn a() {"),
        ("  7 \u{2502} fn a() {", "fn a() {"),
        ("fn a() {", "fn a() {"),
        ("12:30:45 started", "12:30:45 started"),
        ("12-fn a() {", "12-fn a() {"),
        ("2026 was long", "2026 was long"),
        ("12", "12"),
        ("   12\u{2192}", ""),
        ("12345678: too long", "12345678: too long"),
    ] {
        assert_eq!(unnumbered(line), text, "{line}");
        assert_eq!(weight(TextKind::Code, line), weight(TextKind::Code, text), "{line}");
    }
    assert_eq!(weight(TextKind::Code, "   12\u{2192}    fn a() {"), 2);
    assert_eq!(weight(TextKind::Json, "     2\t  \"name\": \"x\","), 3);
    assert_eq!(weight(TextKind::Markdown, "3: ## Usage"), 3);
}

#[test]
fn json_hits_and_listings() {
    weigh(
        TextKind::Json,
        &[
            ("  \"name\": \"tooltrim\",", 3),
            ("\t\"scripts\": {", 3),
            ("    \"build\": \"tsc\",", 2),
            ("        \"deep\": 1", 1),
            ("            \"deeper\": 1", 0),
            ("  \"value\",", 0),
            ("{\"name\":\"one line\",\"version\":1}", 0),
            ("},", 0),
        ],
    );
    weigh(
        TextKind::Hits,
        &[
            ("src/a.ts:12:const a = 3;", 3),
            ("src/a.ts:12", 3),
            ("./src/a b/c.ts:12:const a = 3;", 3),
            ("C:\\app\\a.rs:12:5: error: wrong", 3),
            ("src/a.ts(12,5): error TS2322: wrong", 3),
            ("app/(main)/[id]/page.tsx:3:export default function Page() {", 3),
            ("Makefile:12:build:", 3),
            ("src/a.ts:const a = 3;", 2),
            ("src/a.ts", 3),
            ("File: src/a.ts", 3),
            ("12:  run();", 2),
            ("12:export function run() {", 3),
            ("L12: run();", 2),
            ("L13-   more();", 0),
            ("13-  more();", 0),
            ("src/a.ts-13-  more();", 0),
            ("--", 0),
            ("Found 3 matches", 1),
            ("http://localhost:3000: up", 0),
            ("12:30:45 started", 0),
        ],
    );
    weigh(
        TextKind::Listing,
        &[
            ("total 56", 0),
            ("drwxr-xr-x  4 me  staff   128 May  5 10:04 src", 3),
            ("drwxr-xr-x@ 4 me  staff   128 May  5 10:04 ..", 0),
            ("-rw-r--r--  1 me  staff  6498 May  5 10:04 README.md", 2),
            ("lrwxrwxrwx  1 me  staff    12 May  5 10:04 now -> releases/3", 2),
            ("src", 3),
            ("src/", 3),
            ("./src/lib.rs", 3),
            ("src/text/outline/mod.rs", 2),
            ("src/text/outline/tests/kinds/all/mod.rs", 1),
            ("/home/me/code/app/src/index.ts", 2),
            ("node_modules/react/index.js", 1),
            ("\u{251c}\u{2500}\u{2500} src", 3),
            ("\u{2502}   \u{251c}\u{2500}\u{2500} lib.rs", 3),
            ("\u{2502}   \u{2502}   \u{2514}\u{2500}\u{2500} deep.rs", 2),
            ("|-- src", 3),
            ("|   |   |   |   `-- deep.rs", 1),
            ("- /home/me/code/app/", 3),
            ("[DIR] src", 3),
            ("  120 src/a.ts", 3),
            ("4.0K\t./docs", 3),
            (" M src/text/mod.rs", 2),
            ("?? notes.md", 2),
            ("\tmodified:   src/text/mod.rs", 2),
            ("Changes to be committed:", 1),
            ("01/02/2026  10:00 AM    <DIR>          src", 3),
            ("nothing to commit here, working tree clean", 0),
        ],
    );
}

#[test]
fn diffs_documents_and_logs() {
    weigh(
        TextKind::Diff,
        &[
            ("diff --git a/src/a.ts b/src/a.ts", 3),
            ("index 91cc11e..54e3d63 100644", 0),
            ("--- a/src/a.ts", 1),
            ("+++ b/src/a.ts", 3),
            ("@@ -1,7 +1,7 @@ export function run() {", 2),
            ("+  run();", 1),
            ("-export function old() {", 2),
            ("+", 0),
            ("   context();", 0),
            ("commit 0123abc", 3),
        ],
    );
    weigh(
        TextKind::Markdown,
        &[
            ("# Title", 3),
            ("## Usage", 3),
            ("### Options", 2),
            ("###### Deep", 2),
            ("#hashtag", 0),
            ("- an item", 0),
            ("- **Name**: what it is", 1),
            ("1. **Build** it", 1),
            ("**Note:**", 1),
            ("Some text with a # in it.", 0),
            ("```sh", 0),
            ("<h2>Usage</h2>", 3),
        ],
    );
    weigh(
        TextKind::Log,
        &[
            ("=== 3 failed, 12 passed in 2.31s ===", 3),
            ("Tests: 1 failed, 12 passed, 13 total", 3),
            ("  12 passing (3s)", 3),
            ("found 0 vulnerabilities", 3),
            ("added 12 packages in 3s", 2),
            (" 5 files changed, 15 insertions(+)", 2),
            ("> tsc --noEmit", 2),
            ("$ make all", 2),
            ("Step 3/12 : RUN npm ci", 2),
            ("#7 [3/5] RUN npm ci", 2),
            ("[2/4] Linking dependencies...", 2),
            ("    Finished `dev` profile in 3s", 2),
            ("   Compiling memchr v2.8.3", 1),
            ("error[E0308]: mismatched types", 2),
            ("2026-01-02T03:04:05Z ERROR request failed", 2),
            ("2026-01-02 03:04:05 INFO Started server", 2),
            ("12:00:01 [debug] cache hit for user", 0),
            ("warning: unused variable", 1),
            ("src/a.c:3:5: note: declared here", 2),
            ("    at run (/app/a.js:3:5)", 1),
            ("test parser::reads ... ok", 0),
            ("  \u{2713} reads (3 ms)", 0),
            ("  \u{2717} reads", 2),
            ("tests/a.py::test_a PASSED      [ 50%]", 0),
            ("[main 030d80d] Add a reader", 2),
            ("030d80d Add a reader", 1),
            ("\u{1b}[1m\u{1b}[92m    Finished\u{1b}[0m in 3s", 2),
            ("some words that were printed", 0),
            ("........................", 0),
        ],
    );
    weigh(
        TextKind::Plain,
        &[
            ("EXECUTION TIMED OUT", 1),
            ("Results:", 1),
            ("== Overview ==", 1),
            ("It was a long day.", 0),
            ("OK", 0),
            ("", 0),
        ],
    );
}
