//! Trimming for a question that compares numbers with their units, in tables, lines and rows of JSON.

use super::about_rows::{among, asked, asked_json, kept};
use tooltrim::{TrimOptions, ValueOptions, trim, trim_value};

#[test]
fn numbers_before_the_unit_of_the_question_are_compared() {
    let rows = ["pump-07 | Alder | delay +27 min | bay 3", "pump-19 | Alder | delay +31 min | bay 1"];
    let other = |at: usize| {
        format!("pump-{} | {} | delay +{} min | bay {}", at + 200, ["Alder", "Birch"][at % 2], at % 19, at % 90)
    };
    assert_eq!(kept(&asked(&among(300, other, &rows), "pumps of Alder more than 20 minutes late", 300), &rows), rows);
    let rows = ["job 3301 of Alder ended in 912 ms, 3 rows", "job 9902 of Alder ended in 1,840 ms, 9 rows"];
    let other = |at: usize| format!("job {at} of Alder ended in {} ms, {} rows", at * 7 % 780, at * 13 + 900);
    assert_eq!(kept(&asked(&among(300, other, &rows), "jobs slower than 800 ms", 300), &rows), rows);
}

#[test]
fn a_column_of_the_unit_is_compared_in_any_language() {
    let rows = ["/dev/vg7-a  536G  498G  38G  93% /srv/notes", "/dev/vg7-q   62G   56G   6G  91% /var/quay"];
    let other =
        |at: usize| format!("/dev/vg{}-b  {}G  {}G  {}G  {}% /mnt/part{at}", at, at + 300, at + 9, 91 + at, at % 80);
    let text = format!("Filesystem  Size  Used  Avail  Use% Mounted on\n{}", among(250, other, &rows));
    let about = "Quels volumes sont remplis \u{e0} plus de 90 % ?";
    assert_eq!(kept(&asked(&text, about, 400), &rows), rows);
}

#[test]
fn a_table_may_stand_below_a_preamble() {
    let rows = ["| Plain tin | bread | 750 | 2.40 |", "| Cottage oval | bread | 600 | 2.10 |"];
    let other =
        |at: usize| format!("| Loaf {at} | {} | {} | {}.95 |", ["bread", "cake"][at % 2], at * 31 % 900, at % 40 + 3);
    let rest = among(200, other, &rows);
    let text = format!(
        "# Price list\n\nCheapest delivery is on Tuesdays.\n\n| Article | Group | Grams | Price |\n| --- | --- | --- | --- |\n{rest}"
    );
    assert_eq!(kept(&asked(&text, "the two cheapest kinds of bread", 400), &rows), rows);
    // Rules between mails head no table.
    let mails = among(200, |at| format!("Dear Ada {at},\n---\nYours, Bo"), &["The deposit goes to account 4471"]);
    assert!(asked(&mails, "account for the deposit", 200).contains("account 4471"));
}

#[test]
fn superlatives_compare_times_and_sizes_of_lines() {
    let row = "18:49:02 LOG:  duration: 48211.337 ms  statement: UPDATE returns";
    let other = |at: usize| {
        format!("18:{:02}:09 LOG:  duration: {}.9 ms  statement: SELECT * FROM part{at}", at % 60, at * 37 % 9000)
    };
    assert!(asked(&among(300, other, &["yard", row]), "what was the slowest query?", 300).contains(row));
    let row = "-rw-r--r--  1 ada users  4170223040 02-11 05:02 stack_raw.fits";
    let other =
        |at: usize| format!("-rw-r--r--  1 bo users  {} 02-11 05:02 part{at}.fits", at * 9_301_777 % 990_000_000);
    assert!(asked(&among(300, other, &["yard", row]), "disk is full, what is the biggest file?", 300).contains(row));
    let row = "#11 DONE 187.4s";
    let other = |at: usize| format!("#{at} {}", ["DONE 3.4s", "0.2 step took 240 ms", "2.1 Unpacking data"][at % 3]);
    assert!(asked(&among(300, other, &["yard", row]), "which step takes the most time?", 300).contains(row));
}

#[test]
fn the_highest_of_records_is_sought_among_those_with_the_other_words() {
    for count in [40, 200] {
        let mut finds: Vec<_> = (0..count)
            .map(|at| serde_json::json!({"id": at, "find": (["nail", "tile"][at % 2]), "period": (["Roman", "medieval"][at / 2 % 2]), "depth_cm": 150 + at % 90}))
            .collect();
        for (at, depth) in [(7, 61), (19, 84), (33, 72)] {
            finds[at] = serde_json::json!({"id": at, "find": "coin", "period": "Roman", "depth_cm": depth});
        }
        let text = serde_json::json!({"features": finds}).to_string();
        let kept = asked_json(&text, "how deep was the deepest Roman coin?", 350);
        assert!(kept.contains("\"depth_cm\":84"), "{kept}");
    }
}

#[test]
fn numbers_that_only_count_compare_nothing() {
    let text = among(200, |at| format!("{}  ada  0.{}  /usr/bin/part{at}", at + 4, at % 10), &[]);
    let text = format!("PID  USER  CPU  COMMAND\n{text}");
    let options = TrimOptions::new().max_chars(400);
    let plain = trim(&text, &options).expect("valid options").text.to_string();
    assert_eq!(asked(&text, "upload fails after 3 retries", 400), plain);
}

#[test]
fn rows_of_json_have_the_names_of_their_columns() {
    for count in [50, 300] {
        let mut rows: Vec<_> =
            (0..count).map(|at| serde_json::json!([at, format!("Town {at}"), 300 + at % 150, 600 + at])).collect();
        rows[20] = serde_json::json!([20, "Quellmatt, old", 482, 310]);
        rows[44] = serde_json::json!([44, "Ysenthal", 520, 349]);
        let text = serde_json::json!({"columns": ["code", "town", "rate", "rate_business"], "rows": rows}).to_string();
        let kept = asked_json(&text, "towns with a rate above 480", 500);
        assert!(kept.contains("Quellmatt") && kept.contains("Ysenthal"), "{kept}");
        let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let options = ValueOptions::new().max_total_bytes(500).unwrap().about("towns with a rate above 480");
        let kept = trim_value(&value, &options).expect("valid options").value.to_string();
        assert!(kept.contains("Quellmatt") && kept.contains("Ysenthal"), "{kept}");
    }
}
