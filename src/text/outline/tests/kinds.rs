//! Texts and their kinds.

use std::string::String;

use crate::text::outline::TextKind::{Code, Diff, Hits, Json, Listing, Log, Markdown, Plain};
use crate::text::outline::kind_of;

#[test]
fn texts_are_told_by_their_lines() {
    for (text, kind) in [
        (
            "use std::fmt;\n\npub struct Plan {\n    head: usize,\n}\n\nimpl Plan {\n    fn new() -> Self {\n        Plan { head: 0 }\n    }\n}\n",
            Code,
        ),
        (
            "     1\u{2192}import os\n     2\u{2192}\n     3\u{2192}def read(path):\n     4\u{2192}    with open(path) as file:\n     5\u{2192}        return file.read()\n",
            Code,
        ),
        ("1: const a = 3;\n2: const b = 4;\n3: \n4: export function add() {\n5:   return a + b;\n6: }\n", Code),
        ("Exit code: 0\nWall time: 0 seconds\nOutput:\nfunction run() {\n  return 3;\n}\n\nrun();\n", Code),
        ("name: build\non: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n", Code),
        ("#!/bin/bash\nset -e\nbuild() {\n  make all;\n}\nbuild;\n", Code),
        (
            "\"\"\"Reads files.\n\nMany of them, one after the other.\n\"\"\"\nimport os\n\ndef read(path):\n    if not path:\n        return None\n    size = os.stat(path)\n    print(size)\n",
            Code,
        ),
        (
            "    more words of a text.\n    \"\"\"\n    size = os.stat(path)\n    if size:\n        return size\n    print(size)\n",
            Code,
        ),
        (
            "/* All rights are reserved.\n   No one may read this. */\n#ifndef A_H\n#define A_H\n#include <stdio.h>\nint run(void);\n#endif\n",
            Code,
        ),
        ("// All rights are reserved.\n//\n// No one may read this.\n// Not even now.\nint a;\n", Code),
        ("<!DOCTYPE html>\n<html>\n<head>\n<title>A</title>\n</head>\n<body>\n</body>\n</html>\n", Code),
        ("{\n  \"name\": \"a\",\n  \"version\": \"1\",\n  \"files\": [\n    \"x\"\n  ]\n}\n", Json),
        ("{\"name\":\"a\",\"list\":[1,2,3]}", Json),
        ("{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n", Json),
        (
            "660: \t\t\t},\n661: \t\t\t\"b\": {\n662: \t\t\t\t\"c\": true,\n663: \t\t\t\t\"d\": \"error\"\n664: \t\t\t},\n",
            Json,
        ),
        ("src/a.ts:3:import x\nsrc/a.ts:9:x();\nsrc/b.ts:1:import x\n", Hits),
        ("src/a.ts\n3:import x\n9:x();\n\nsrc/b.ts\n1:import x\n", Hits),
        ("3:import x\n9:x();\n40:x();\n", Hits),
        ("src/a.ts-2-\nsrc/a.ts:3:import x\nsrc/a.ts-4-\n--\nsrc/b.ts-8-y();\nsrc/b.ts:9:x();\n", Hits),
        (
            "Found 2 matches for pattern \"x\" in path \".\":\n---\nFile: src/a.ts\nL3: import x\nL4- \nFile: src/b.ts\nL1: import x\n",
            Hits,
        ),
        (
            "Found 2 matches\n/app/src/a.ts:\n  Line 3: import x\n  Line 9: x();\n\n/app/src/b.ts:\n  Line 1: import x\n",
            Hits,
        ),
        ("src/a.ts(2,16): error TS2322: wrong\nsrc/a.ts(3,1): error TS2322: wrong\n", Hits),
        ("src/a.ts:export const x\nsrc/b.ts:import x\n", Hits),
        ("total 8\ndrwxr-xr-x  3 me me 96 May  5 10:04 .\n-rw-r--r--  1 me me 64 May  5 10:04 a.ts\n", Listing),
        ("./src/a.ts\n./src/b.ts\n./README.md\n", Listing),
        ("Found 3 files\nsrc/a.ts\nsrc/b.ts\nREADME.md\n", Listing),
        (
            ".\n\u{251c}\u{2500}\u{2500} src\n\u{2502}   \u{2514}\u{2500}\u{2500} a.ts\n\u{2514}\u{2500}\u{2500} README.md\n",
            Listing,
        ),
        ("data\noutput\ntests\nREADME.md\n", Listing),
        ("On branch main\nChanges not staged for commit:\n\tmodified:   a.ts\n\nno changes added to commit\n", Listing),
        (" M src/a.ts\n?? src/b.ts\n", Listing),
        ("diff --git a/a.ts b/a.ts\nindex 1..2 100644\n--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n", Diff),
        ("--- a.ts\n+++ b.ts\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n", Diff),
        ("# Title\n\nSome text.\n\n## Usage\n\n- one\n- two\n\n```sh\nnpm run build;\nnpm test;\n```\n", Markdown),
        ("   Compiling a v1.0.0\n   Compiling b v1.0.0\nwarning: unused\n --> src/a.rs:3:5\n    Finished in 3s\n", Log),
        ("> a@1.0.0 test\n> vitest run\n\n \u{2713} a.test.ts (3 tests)\n\n Tests  3 passed (3)\n", Log),
        ("2026-01-02T03:04:05Z INFO up\n2026-01-02T03:04:06Z INFO request\n", Log),
        ("Traceback (most recent call last):\n  File \"a.py\", line 3, in <module>\n    run()\nValueError: no\n", Log),
        ("It was a long day, and nothing came of it.\nThen it rained.\n", Plain),
        ("grep: src: Is a directory\n", Plain),
        ("", Plain),
        ("\n\n  \n", Plain),
    ] {
        assert_eq!(kind_of(text, None), kind, "{text}");
    }
}

#[test]
fn a_path_says_what_was_read() {
    let prose = "It was a long day.\nThen it rained.\n";
    for (path, kind) in [
        ("src/lib.rs", Code),
        ("C:\\app\\Main.JAVA", Code),
        ("Dockerfile", Code),
        ("k8s/service.yaml", Code),
        ("package.json", Json),
        ("Cargo.lock", Code),
        ("docs/guide.md", Markdown),
        ("build.log", Log),
        ("fix.patch", Diff),
        ("notes.txt", Plain),
        ("src", Plain),
        ("", Plain),
    ] {
        assert_eq!(kind_of(prose, Some(path)), kind, "{path}");
    }
}

#[test]
fn what_stands_there_is_stronger_than_a_path() {
    assert_eq!(kind_of("3:import x\n9:x();\n40:x();\n", Some("src/a.ts")), Hits);
    assert_eq!(kind_of("1:import x\n2:x();\n3:x();\n4:y();\n", Some("src/a.ts")), Code);
    assert_eq!(kind_of("diff --git a/a b/a\n@@ -1 +1 @@\n-a\n+b\n", Some("src/a.ts")), Diff);
    assert_eq!(kind_of("<path>/app/notes.md</path>\n<content>\n1: words\n2: more words\n3: words\n", None), Markdown);
}

#[test]
fn only_the_first_lines_are_looked_at() {
    let mut text = String::from("It was a long day.\n").repeat(60);
    assert_eq!(kind_of(&text, None), Plain);
    text.push_str(&"src/a.ts:3:import x\n".repeat(600));
    assert_eq!(kind_of(&text, None), Plain);
}
