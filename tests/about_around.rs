//! Trimming for a question: what stands around an answer and belongs to it, and what does not.

use super::about_rows::{among, asked, asked_json, kept};

#[test]
fn an_odd_line_of_a_log_says_nothing_of_the_entries_below_it() {
    let other = |at: usize| {
        let time = format!("2026-03-04T08:{:02}:{:02}Z", at / 60 % 60, at % 60);
        if at % 40 == 10 {
            "audit: filter \"total\" saved".to_owned()
        } else {
            format!("{time} job=import chunk {at} done")
        }
    };
    let row = "2026-03-04T09:12:44Z job=export merged all chunks elapsed=00:47:12";
    let text = among(300, other, &[row]);
    assert!(asked(&text, "How long did the export take in total?", 250).contains("00:47:12"));
}

#[test]
fn a_line_that_heads_a_timetable_speaks_for_its_rows() {
    let rows = ["09:39 doors", "10:16 keynote", "11:47 break"];
    let other = |at: usize| format!("Day {at}\n{}\n{:02}:31 lunch\n", rows.join("\n"), at % 3 + 11);
    let text = among(80, other, &[&format!("Saturday\n{}\n12:22 lunch\n", rows.join("\n"))]);
    assert!(asked(&text, "when is the lunch on Saturday?", 300).contains("12:22 lunch"));
}

#[test]
fn a_comment_in_settings_is_no_heading() {
    let block = |name: &str, port: usize, from: &str| {
        format!(
            "resource \"firewall\" \"{name}\" {{\n  network   = net.lab.id\n  ports     = [{port}]\n  sources   = [\"{from}\"]\n}}\n\n"
        )
    };
    let others = |range: std::ops::Range<usize>| range.map(|at| block(&format!("rule_{at}"), 9000 + at, "10.0.0.0/8"));
    let text = "# broker port 1883 is closed, see the mqtt ticket\n\n".to_owned()
        + &others(0..40).collect::<String>()
        + &block("mqtt_broker", 8883, "172.29.64.0/20")
        + &others(40..80).collect::<String>();
    let facts = ["8883", "172.29.64.0/20"];
    assert_eq!(
        kept(&asked(&text, "from which network and on which port is the mqtt broker reached?", 400), &facts),
        facts
    );
}

#[test]
fn a_brace_alone_begins_no_entry() {
    let other = |at: usize| format!("\tspill(node{at});\n#if {at}\n\tregister_live(f, {at});\n#endif");
    let function = "/* What a register costs to spill. */\nstatic unsigned weight(const struct interval *iv)\n{\n\tunsigned w = iv->uses * depth;\n\treturn w;\n}";
    let text = among(200, other, &["", function]);
    assert!(asked(&text, "where is the cost of spilling a register computed", 400).contains("iv->uses * depth"));
}

#[test]
fn fields_below_each_other_are_one_record() {
    let record = |ward: &str, pager: &str| {
        format!(
            "      ward: {ward}\n      unit: surgery\n     floor: 5\nhead nurse: Ada Lynn\n      beds: 12\n     pager: {pager}"
        )
    };
    let row = |at: usize| format!("*************************** {at}. row ***************************\n");
    let other = |at: usize| row(at) + &record(&format!("Cedar {at}"), &format!("4-3{at}"));
    let text = among(60, other, &[&(row(7) + &record("Nightingale", "4-417-88"))]);
    assert!(asked(&text, "pager number of the Nightingale ward", 512).contains("4-417-88"));
}

#[test]
fn what_is_said_next_stands_below_the_name_of_who_says_it() {
    let other = |at: usize| format!("**Ada Lynn** 10:{:02}\nthe door of box {at} is shut", at % 60);
    let asks = "**Bo Kern** 18:04\nI am at the stage door, how do I get in?\n**Cy Oats** 18:05\ntype 4471# and push";
    assert!(asked(&among(200, other, &["", asks]), "what's the code of the stage door", 300).contains("4471#"));
}

#[test]
fn what_a_record_denies_does_not_answer() {
    let thread = |at: usize| {
        let (name, crashed) =
            if at == 17 { ("waveform-cacher".to_owned(), true) } else { (format!("worker-{at}"), false) };
        format!("{{\"id\": {at}, \"name\": \"{name}\", \"crashed\": {crashed}, \"frames\": [{at}, {at}]}}")
    };
    let text = format!("{{\"threads\": [{}]}}", (0..60).map(thread).collect::<Vec<_>>().join(", "));
    assert!(asked_json(&text, "which thread crashed?", 300).contains("waveform-cacher"));
}
