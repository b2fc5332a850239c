//! Unicode's own test cases.

use std::string::String;
use std::vec::Vec;

use super::{agree, ours};

/// `÷ 0020 × 0308 ÷` and so on: a sign between two code points says whether a cluster begins there.
const CASES: &str = include_str!("../../../../tests/unicode/GraphemeBreakTest.txt");

#[test]
fn official_cases_break_as_they_say() {
    let mut cases = 0;
    for line in CASES.lines() {
        let case = line.split('#').next().unwrap_or_default().trim();
        if case.is_empty() {
            continue;
        }
        let (mut text, mut expected) = (String::new(), Vec::new());
        let mut begins = false;
        for word in case.split_whitespace() {
            match word {
                "÷" => begins = true,
                "×" => begins = false,
                code => {
                    if begins {
                        expected.push(text.len());
                    }
                    let code = u32::from_str_radix(code, 16).expect("a case has hexadecimal numbers");
                    text.push(char::from_u32(code).expect("a case has code points"));
                }
            }
        }
        assert_eq!(ours(&text), expected, "{line}");
        agree(&text);
        cases += 1;
    }
    assert_eq!(cases, 766);
}
