//! Questions about values, names and texts.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::{JsonText, Member, decoded, members};
use crate::tree::values::{Form, ValueSource};

fn parse(text: &str) -> JsonText<'_> {
    JsonText::parse(text).unwrap()
}

#[test]
fn each_value_says_what_it_is_and_how_large() {
    let json = parse(r#" { "a" : "x\ny" ,"\u0062":[1,2.50,-3e400], "c":{},"d":[ ] , "e":true,"f":null,"g":"" } "#);
    let root = json.root();
    assert_eq!(root, Member { node: 0, form: Form::Object(7), name: 0 });
    let read = members(&json, root.node, 64);
    let forms: Vec<(Form, usize)> = read.iter().map(|member| (member.form, member.name)).collect();
    assert_eq!(
        forms,
        vec![
            (Form::Text(3), 3),
            (Form::List(3), 8),
            (Form::Object(0), 3),
            (Form::List(0), 3),
            (Form::Plain(4), 3),
            (Form::Plain(4), 3),
            (Form::Text(0), 3),
        ]
    );
    let items = members(&json, read[1].node, 64);
    assert_eq!(items.iter().map(|item| json.token(item.node)).collect::<Vec<_>>(), ["1", "2.50", "-3e400"]);
    assert!(items.iter().all(|item| item.name == 0));
    assert_eq!(json.name(0, 1), "b");
    assert_eq!(json.name_token(0, 1), r#""\u0062""#);
    assert_eq!(json.json_bytes(read[0].node, 1), 6);
    assert_eq!(decoded(&json, read[0].node), "x\ny");
}

#[test]
fn a_root_may_be_any_value() {
    let forms = ["[]", " {} ", "\"a\"", "12", "true"].map(|text| parse(text).root().form);
    assert_eq!(forms, [Form::List(0), Form::Object(0), Form::Text(1), Form::Plain(2), Form::Plain(4)]);
}

#[test]
fn escapes_say_what_they_stand_for() {
    let cases = [
        (r#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"),
        (r#""\u0041\u00e9\u65e5\u0000""#, "Aé日\0"),
        (r#""\ud83d\ude00 \uD83D\uDE00""#, "😀 😀"),
        (r#""\ud800""#, "\u{fffd}"),
        (r#""\udc00\ud800""#, "\u{fffd}\u{fffd}"),
        (r#""\ud83d\ud83d\ude00""#, "\u{fffd}😀"),
        (r#""\ud800\n\u0041""#, "\u{fffd}\nA"),
        (r#""\ud800\\ude00""#, "\u{fffd}\\ude00"),
        (r#""\\u0041""#, "\\u0041"),
        (r#""é\"日""#, "é\"日"),
    ];
    for (token, text) in cases {
        let json = parse(token);
        assert_eq!((json.root().form, decoded(&json, 0).as_str()), (Form::Text(text.len()), text), "{token}");
    }
}

#[test]
fn the_last_of_two_equal_names_is_found() {
    let json = parse(r#"{"a":1,"b\\":2,"\u0061":3,"":4,"a\n":5,"b":6,"é":7,"\u00e9":8}"#);
    let found = ["a", "b\\", "", "a\n", "b", "é", "b\\\\", "\\u0061", "c"].map(|name| json.position(0, name));
    assert_eq!(found, [Some(2), Some(1), Some(3), Some(4), Some(5), Some(7), None, None, None]);
}

#[test]
fn what_is_not_there_has_no_answer() {
    let json = parse(r#"[{"a":1},"b",2]"#);
    let read = members(&json, 0, 64);
    let mut into = Vec::new();
    json.members(0, 3, 64, &mut into);
    json.members(0, usize::MAX, usize::MAX, &mut into);
    json.members(0, 1, 0, &mut into);
    json.members(read[1].node, 0, 64, &mut into);
    json.members(99, 0, 64, &mut into);
    assert_eq!(into, []);
    assert_eq!(
        (json.name(0, 0), json.name(read[0].node, 1), json.name(99, 0)),
        (String::new(), String::new(), String::new())
    );
    assert_eq!((json.position(0, "a"), json.position(read[1].node, "b"), json.position(99, "a")), (None, None, None));
    assert_eq!(json.token(99), "");
    json.text(0, &mut |_| panic!("a list is no text"));
    json.text(read[2].node, &mut |_| panic!("a number is no text"));
    json.text(99, &mut |_| panic!("nothing is no text"));
}

#[test]
fn a_long_list_is_asked_from_both_ends() {
    let count = 200_000;
    let text = serde_json::to_string_pretty(&(0..count).collect::<Vec<_>>()).unwrap();
    let json = parse(&text);
    let all = members(&json, 0, usize::MAX);
    assert_eq!(all.len(), count);
    for most in [1, 64, 1000] {
        let mut backwards: Vec<Member> = Vec::new();
        let mut to = count;
        while to > 0 {
            let from = to.saturating_sub(most);
            let mut batch = Vec::new();
            json.members(0, from, to - from, &mut batch);
            backwards.extend(batch.into_iter().rev());
            to = from;
        }
        backwards.reverse();
        assert_eq!(backwards, all);
        assert_eq!(members(&json, 0, most), all);
    }
    assert!(all.iter().enumerate().all(|(at, item)| json.token(item.node).parse() == Ok(at)));
}

#[test]
fn pieces_of_a_text_are_found_as_they_are_written() {
    let json = parse(r#"["a\u00e9\ud83d\ude00\\é\n", "plain é"]"#);
    let read = members(&json, 0, 64);
    // a 1, é 2, 😀 4, the backslash 1, é 2, LF 1.
    let places = [0, 1, 3, 7, 8, 10, 11];
    let written = places.windows(2).map(|ends| json.piece_token(read[0].node, ends[0], ends[1])).collect::<Vec<_>>();
    assert_eq!(written, ["a", r"\u00e9", r"\ud83d\ude00", r"\\", "é", r"\n"]);
    assert_eq!(json.piece_token(read[0].node, 1, 8), r"\u00e9\ud83d\ude00\\");
    assert_eq!(json.piece_token(read[0].node, 0, 99), r"a\u00e9\ud83d\ude00\\é\n");
    assert_eq!(json.piece_json_bytes(read[0].node, 7, 11), 6);
    assert_eq!(json.piece_token(read[1].node, 2, 99), "ain é");
    assert_eq!((json.piece_token(read[0].node, 8, 3), json.piece_token(read[1].node, 8, 3)), ("", ""));
    assert_eq!((json.piece_token(0, 0, 9), json.piece_token(99, 0, 9)), ("", ""));
}

#[test]
fn what_a_text_holds_is_looked_for_in_what_it_says() {
    let json = parse(r#"["data:image\/png;base64\u002cAA", ";base64,", 7]"#);
    let read = members(&json, 0, 64);
    let holds = |run| read.iter().map(|member| json.holds_base64(member.node, run)).collect::<Vec<_>>();
    assert_eq!(holds(60), [true, true, false]);
    let json = parse(r#"["image\/png\u0041AA and more", "image png", "\u0041\u0042CD"]"#);
    let read = members(&json, 0, 64);
    let holds = |run| read.iter().map(|member| json.holds_base64(member.node, run)).collect::<Vec<_>>();
    assert_eq!(holds(10), [true, false, false]);
    assert_eq!(holds(4), [true, true, true]);
}

#[test]
fn a_text_without_escapes_is_read_in_place() {
    let text = String::from(r#"["plain é","\n"]"#);
    assert!(matches!(super::super::escape::decode("\"plain é\""), Cow::Borrowed("plain é")));
    // Owned and borrowed texts are the same to all questions.
    let (owned, borrowed) = (JsonText::parse(text.clone()).unwrap(), parse(&text));
    assert!(matches!((&owned.text, &borrowed.text), (Cow::Owned(_), Cow::Borrowed(_))));
    assert_eq!(members(&owned, 0, 1), members(&borrowed, 0, 1));
}
