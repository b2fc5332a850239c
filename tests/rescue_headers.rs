//! A kept line stands under its own header, never under another one: outputs of tools that print the name of a task, a file or a
//! host above what belongs to it.

use std::collections::HashMap;
use std::fmt::Write;

use proptest::prelude::*;
use tooltrim::{TrimOptions, trim};

/// How a tool prints a group: its header, a line of it, whether one in eight of its lines fails, and what ends the group.
struct Form {
    tool: &'static str,
    header: fn(usize) -> String,
    line: fn(&str, bool) -> String,
    end: &'static str,
}

const FORMS: &[Form] = &[
    Form {
        tool: "ansible",
        header: |n| format!("TASK [web : install package{n}] {}", "*".repeat(50)),
        line: |id, fails| {
            if fails {
                format!("fatal: [host-{id}]: FAILED! => {{\"msg\": \"no such package\"}}")
            } else {
                format!("ok: [host-{id}]")
            }
        },
        end: "\n",
    },
    Form {
        tool: "a log of GitHub's runner",
        header: |n| format!("2024-05-12T10:11:12.0000000Z ##[group]Run step {n}"),
        line: |id, fails| {
            if fails {
                format!("2024-05-12T10:11:13.0000000Z ##[error]Process {id} completed with exit code 1")
            } else {
                format!("2024-05-12T10:11:13.0000000Z wrote part {id} to the cache")
            }
        },
        end: "2024-05-12T10:11:14.0000000Z ##[endgroup]\n",
    },
    Form {
        tool: "a log with dates and times",
        header: |n| format!("2024-05-12 10:11:12 ##[group]Run step {n}"),
        line: |id, fails| {
            if fails {
                format!("[10:11:13] ERROR Process {id} failed")
            } else {
                format!("May  1 10:11:13 wrote part {id}")
            }
        },
        end: "2024-05-12 10:11:14 ##[endgroup]\n",
    },
    Form {
        tool: "tail of several files",
        header: |n| format!("==> /var/log/service{n}.log <=="),
        line: |id, fails| format!("{} request {id} was answered", if fails { "ERROR" } else { "INFO" }),
        end: "\n",
    },
    Form {
        tool: "kubectl get all",
        header: |n| format!("==> v1/Pod worker{n} <=="),
        line: |id, fails| {
            format!("pod-{id}   0/1     {}   3          12m", if fails { "CrashLoopBackOff" } else { "Running" })
        },
        end: "\n",
    },
    Form {
        tool: "maven",
        header: |n| format!("[INFO] --- maven-surefire-plugin:3.1:test (default) @ module{n} ---"),
        line: |id, fails| {
            if fails {
                format!("[ERROR] /home/u/App.java:[12,{id}] cannot find symbol")
            } else {
                format!("[INFO] Copying resource {id}")
            }
        },
        end: "[INFO] \n",
    },
    Form {
        tool: "deno test",
        header: |n| format!("running 5 tests from ./src/file{n}_test.ts"),
        line: |id, fails| format!("does the thing {id} ... {} (3ms)", if fails { "FAILED" } else { "ok" }),
        end: "\n",
    },
    Form {
        tool: "bun test",
        header: |n| format!("src/file{n}.test.ts:"),
        line: |id, fails| format!("{} does the thing {id} [0.40ms]", if fails { "\u{2717}" } else { "\u{2713}" }),
        end: "\n",
    },
    Form {
        tool: "nmap",
        header: |n| format!("Nmap scan report for host{n}.example.com (10.0.0.{n})"),
        line: |id, fails| format!("{id}/tcp {} http", if fails { "filtered" } else { "open" }),
        end: "\n",
    },
    Form {
        tool: "kubectl describe",
        header: |n| format!("Name:             worker-{n}"),
        line: |id, fails| format!("Label-{id}:        {}", if fails { "Failed" } else { "Running" }),
        end: "\n",
    },
    Form {
        tool: "jest",
        header: |n| format!("FAIL src/file{n}.test.ts (5.2 s)"),
        line: |id, fails| format!("    {} does the thing {id} (4 ms)", if fails { "\u{2715}" } else { "\u{2713}" }),
        end: "",
    },
    Form {
        tool: "make",
        header: |n| format!("make[1]: Entering directory '/srv/build/part{n}'"),
        line: |id, fails| {
            if fails {
                format!("file{id}.c:12:3: warning: unused variable 'x' [-Wunused-variable]")
            } else {
                format!("gcc -O2 -c file{id}.c -o file{id}.o")
            }
        },
        end: "make[1]: Leaving directory\n",
    },
    Form {
        tool: "psql, expanded",
        header: |n| format!("-[ RECORD {n} ]-----------------"),
        line: |id, fails| format!("column_{id} | {}", if fails { "failed" } else { "done" }),
        end: "",
    },
    Form {
        tool: "ip addr",
        header: |n| {
            format!("{n}: veth{n}@if3: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc noqueue state UP group default")
        },
        line: |id, fails| {
            format!("    inet 10.0.0.{id}/24 brd 10.0.0.255 scope {} eth0", if fails { "unknown" } else { "global" })
        },
        end: "",
    },
];

/// Returns an output with `groups` lines below each header, and the header of each line.
fn printed(form: &Form, groups: &[usize]) -> (String, HashMap<String, String>) {
    let mut text = String::new();
    let mut of = HashMap::new();
    for (n, &count) in groups.iter().enumerate() {
        let header = (form.header)(n + 1);
        writeln!(text, "{header}").unwrap();
        for at in 0..count {
            let line = (form.line)(&format!("{}", 1000 * (n + 1) + at), (n + 3 * at) % 8 == 0);
            writeln!(text, "{line}").unwrap();
            of.insert(line, header.clone());
        }
        text += form.end;
    }
    (text, of)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn a_kept_line_stands_under_its_own_header(
        groups in prop::collection::vec(2_usize..12, 30..60),
        limit in 1500_usize..5000,
    ) {
        for form in FORMS {
            let (text, of) = printed(form, &groups);
            let kept = trim(&text, TrimOptions::new().max_chars(limit)).unwrap().text;
            let mut above = "";
            for line in kept.lines() {
                if of.values().any(|header| header == line) {
                    above = line;
                } else if let Some(own) = of.get(line) {
                    prop_assert_eq!(above, own, "{}: above {} in\n{}", form.tool, line, kept);
                }
            }
        }
    }
}

#[test]
fn the_first_of_many_lines_of_a_sort_is_no_header() {
    let passed =
        |from: usize, to: usize| (from..to).map(|n| format!("ok {n} - case {n}\n")).collect::<Vec<_>>().concat();
    let failed = "not ok 411 - pays twice\nAssertionError: 1 !== 2\n    at pay (src/pay.mjs:12:9)\n";
    let built = (0..80).map(|n| format!("built part {n}\n")).collect::<Vec<_>>().concat();
    let text = format!("{built}\n{}{failed}{}", passed(1, 411), passed(412, 901));
    let kept = trim(&text, TrimOptions::new().max_chars(400)).unwrap().text;
    assert!(kept.contains(failed), "{kept}");
    assert!(!kept.contains("ok 1 - case 1\n"), "{kept}");
}
