//! Values without white space, everything else as it was written.

use alloc::string::String;

use super::{JsonText, members};

fn compact(text: &str) -> String {
    let json = JsonText::parse(text).unwrap();
    let mut out = String::new();
    json.write_compact(0, &mut out);
    out
}

#[test]
fn white_space_goes_and_all_else_stays_as_it_was_written() {
    let cases = [
        ("[]", "[]"),
        (" \n[ \t]\r\n", "[]"),
        ("{ \"a b\" : [ 1.50 , 1E+400 ,\t-0 ] , \"a b\" : null }", "{\"a b\":[1.50,1E+400,-0],\"a b\":null}"),
        (r#" [ "\u0041 \/ \" \\" , "\\" , " [ ] " ] "#, r#"["\u0041 \/ \" \\","\\"," [ ] "]"#),
        ("[ 12345678901234567890123 , \"\\ud800 \" ]", "[12345678901234567890123,\"\\ud800 \"]"),
        (" \" a \" ", "\" a \""),
        ("[\n  true,\n  false,\n  null\n]\n", "[true,false,null]"),
    ];
    for (text, expected) in cases {
        assert_eq!(compact(text), expected);
        assert_eq!(compact(expected), expected);
    }
}

#[test]
fn a_part_is_written_as_a_whole_is() {
    let json = JsonText::parse("{ \"a\" : { \"b\" : [ 1 , 2 ] } , \"c\" : \" x \" }").unwrap();
    let written = members(&json, 0, 64).into_iter().map(|member| {
        let mut out = String::from("> ");
        json.write_compact(member.node, &mut out);
        out
    });
    assert!(written.eq(["> {\"b\":[1,2]}", "> \" x \""]));
}

#[test]
fn a_depth_of_100_000_is_written() {
    let depth = 100_000;
    let text = "[ { \"a\" : ".repeat(depth) + "0" + &" } ]".repeat(depth);
    assert_eq!(compact(&text), "[{\"a\":".repeat(depth) + "0" + &"}]".repeat(depth));
}
