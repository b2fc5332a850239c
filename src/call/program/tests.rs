//! Programs as agents write them, and texts that only look like them.

use std::format;
use std::string::String;
use std::vec::Vec;

use super::*;

/// The calls in a program: the name and the arguments of each.
fn calls(code: &str) -> Vec<String> {
    calls_in(code).iter().map(|call| format!("{} {}", call.name, call.args_text)).collect()
}

fn one(code: &str) -> String {
    let found = calls(code);
    assert_eq!(found.len(), 1, "{code}: {found:?}");
    found.into_iter().next().unwrap_or_default()
}

#[test]
fn arguments_are_an_object_or_a_text() {
    for code in [
        r#"const r = await tools.exec_command({"cmd": "npm test", "workdir": "/repo"}); text(r)"#,
        r"text(await tools.exec_command({ cmd: 'npm test', workdir: `/repo`, }));",
        "// @exec: {\"yield_time_ms\": 1000}\nawait tools.exec_command({\n  cmd: 'npm ' + \"test\", // all\n  workdir: '/repo'\n})",
        "const cmd = 'npm test'; const workdir = '/repo'; await tools.exec_command({cmd, workdir: workdir})",
        "const it = {cmd: 'npm test', workdir: '/repo'}; await tools.exec_command(it)",
        "text(`${(await tools.exec_command({cmd: 'npm test', workdir: '/repo'})).output} ${1}`)",
    ] {
        assert_eq!(one(code), r#"exec_command {"cmd":"npm test","workdir":"/repo"}"#, "{code}");
    }
    let patch = "*** Begin Patch\n*** Update File: src/a.ts\n@@\n-`a`\n+\"b\"\n*** End Patch";
    for code in [
        r#"await tools.apply_patch("*** Begin Patch\n*** Update File: src/a.ts\n@@\n-`a`\n+\"b\"\n*** End Patch")"#,
        "const patch = `*** Begin Patch\n*** Update File: src/a.ts\n@@\n-\\`a\\`\n+\"b\"\n*** End Patch`;\nawait tools.apply_patch(patch);",
    ] {
        assert_eq!(one(code), format!("apply_patch {patch}"), "{code}");
    }
    assert_eq!(one(r"tools.apply_patch(String.raw`a\n\`b`)"), r"apply_patch a\n\`b");
    assert_eq!(
        one(r"tools.x('\x41\u{1f4e6}\u00e9\'\v\q\
!')"),
        "x A\u{1f4e6}\u{e9}'\u{b}q!"
    );
}

#[test]
fn values_that_are_no_literals_are_unknown() {
    for (code, args) in [
        ("tools.x({a: f(1, 'b'), c: `d ${e}`, g: [1, true, h.i]})", r#"{"a":null,"c":null,"g":[1,true,null]}"#),
        ("tools.x({...rest, [k]: 1, m() { return 2 }, n: 'o'})", r#"{"n":"o"}"#),
        ("tools.x({a: 'b' + c, d})", r#"{"a":null,"d":null}"#),
        ("let a = 'b'; tools.x(a)", "null"),
        ("const r = await tools.x(f('{'))", "null"),
        ("tools.x()", "null"),
        ("const a = [b, b]; const b = 'c'; tools.x(a)", "[null,null]"),
    ] {
        assert_eq!(one(code), format!("x {args}"), "{code}");
    }
}

#[test]
fn only_calls_of_tools_count() {
    for code in [
        "// tools.x('a')\n/* tools.x('a') */",
        r#"text("await tools.x('a')"); text('tools.x("a")'); text(`tools.x('a')`)"#,
        "my.tools.x('a'); mytools.x('a'); tools.x; tools['x']('a'); tools . x('a')",
        "exec('cat tools.x')",
        "",
    ] {
        assert_eq!(calls(code), Vec::<String>::new(), "{code}");
    }
    let code = "const [a, b] = await Promise.all([tools.x('1'), tools.y({z: 2})]); tools.x(await tools.w('3'))";
    assert_eq!(calls(code), ["x 1", r#"y {"z":2}"#, "x null", "w 3"]);
}

#[test]
fn any_text_is_read_in_bounded_time() {
    for part in ["tools.x({a:", "tools.x([", "`${", "'", "/*", "\\u{", "const a = [a,", "}", "tools.x('\\", "é", "${`"]
    {
        for code in [part.repeat(20_000), format!("tools.x({}", part.repeat(9_000)), format!("`{}", part.repeat(99))] {
            assert!(calls_in(&code).len() <= CALLS);
        }
    }
    // A long text is bound to the name, or an unknown value that begins with one.
    for end in ["", " + f()"] {
        let code = format!("const a = '{}'{end}; tools.x([{}])", "b".repeat(9000), "a,".repeat(9000));
        assert!(calls_in(&code).iter().all(|call| call.args_text.len() <= LONGEST));
    }
}
