//! Trimming for a question: in which forms its words, numbers and dates are found.

use super::about_rows::{among, asked, kept};

/// One line among others, asked for within a limit that fits few of them.
fn finds(about: &str, answer: &str, other: impl Fn(usize) -> String) {
    let found = asked(&among(300, other, &["", answer]), about, 260);
    assert!(found.contains(answer), "{about}\n{found}");
}

#[test]
fn words_that_are_joined_are_looked_for_apart() {
    finds("which TODO/FIXME items are assigned to Marguerite?", "214:  # FIXME(marguerite): no second alto", |at| {
        format!("{at}:  # {}({}): move to the {at}", ["TODO", "FIXME"][at % 2], ["sven", "dana", "lou"][at % 3])
    });
}

#[test]
fn a_number_is_found_in_an_id_with_zeros() {
    finds("attendance at performance 884", "P-0884 Nightjar 19:30 1276", |at| {
        format!("P-{:04} Bellows 15:00 {}", at, at * 7)
    });
    finds("who keeps hive 31?", "H-031 Sanna Brokholt", |at| format!("H-{:03} Runa {at}", at + 100));
}

#[test]
fn days_and_months_are_found_by_their_short_forms() {
    finds("who brings the projector on Thursday?", "I have a projector, Thu is on me", |at| {
        format!("{} still open: room {at}", ["Mon", "Tue", "Fri"][at % 3])
    });
    finds("combien de visiteurs \u{e0} Cahors en ao\u{fb}t ?", "Cahors;08/2026;18402", |at| {
        format!("{};{:02}/2025;{}", ["Cahors", "Foix"][at % 2], at % 7 + 1, at * 31)
    });
    // Full names, where short ones are words: `mar` is no Tuesday, `mit` no Wednesday.
    finds("Which volume was saved on Tuesday?", "Mar  4 08:02:11 Tuesday volume v7 saved", |at| {
        format!("Mar {:2} 08:{:02}:00 volume v{at} saved", at % 20 + 1, at % 60)
    });
    finds("Mit wem ist am Mittwoch das Treffen?", "Treffen 31 mit Frau Klein am Mittwoch", |at| {
        format!("Treffen {at} mit Herrn Kern am Freitag")
    });
    finds("visitors of Cahors in May?", "Cahors;05/2026;18402", |at| format!("Cahors;{:02}/2026;{at}", at % 4 + 1));
    finds("who ordered flour in November?", "2026-11-14 flour ordered by Bertha", |at| {
        format!("{}.{}000 kg of flour ordered by shop {at}", at % 12 + 1, at % 9 + 1)
    });
    // A part of a longer date is the month only where it stands so.
    finds("what was paid in August?", "2026-08-03 paid 40", |at| format!("2026-{:02}-08 paid {at}", at % 7 + 1));
}

#[test]
fn an_adjective_asks_for_its_quantity() {
    finds("how heavy is the tent?", "Packed weight of the tent: 2.84 kg", |at| {
        format!("Heavy rain was no problem for us, night {at}, in the tent")
    });
    finds("how many hours does the starter stand?", "the starter has to stand for 9 hours", |at| {
        format!("the starter is open on day {at} from 9:00 to 14:00")
    });
}

#[test]
fn the_lowest_of_the_rows_that_are_asked_for_comes_before_that_of_all() {
    let rows = ["| Plain tin | bread | 2.40 |", "| Ferry crust | bread | 2.85 |", "| Cottage oval | bread | 3.10 |"];
    let other = |at: usize| match at % 3 {
        0 => format!("| Bun {at} | small | 0.{:02} |", at % 90 + 10),
        1 => format!("| Three-seed roll {at} | small | 2.{:02} |", at % 30),
        _ => format!("| Loaf {at} | bread | {}.95 |", at % 40 + 4),
    };
    let text = format!("| Article | Group | Price |\n| --- | --- | --- |\n{}", among(400, other, &rows));
    assert_eq!(kept(&asked(&text, "What are the three cheapest breads?", 400), &rows), rows);
}

#[test]
fn a_note_with_more_words_is_no_reason_to_leave_rows_out() {
    let rows = [
        "LB-31,Leith,iron,rejected",
        "LB-58,Leith,iron,rejected",
        "LB-12,Leith,iron,rejected",
        "LB-40,Leith,iron,rejected",
    ];
    let other = |at: usize| match at {
        77 => "\"two samples broken, see the clinic's rejected fax\",,,".to_owned(),
        _ => format!(
            "LB-{at},{},iron,{}",
            ["Leith", "Dalry"][at % 2],
            ["received", "rejected", "archived", "rejected"][at % 4]
        ),
    };
    let text = format!("sample,clinic,assay,state\n{}", among(500, other, &rows));
    assert_eq!(kept(&asked(&text, "rejected samples from the Leith clinic", 400), &rows), rows);
}

#[test]
fn numbers_are_compared_in_spanish_and_italian() {
    let rows = ["814 MB archivo file a.tar", "612 MB archivo file b.tar"];
    let text = among(300, |at| format!("{} MB archivo file {at}.txt", at % 99), &rows);
    assert_eq!(kept(&asked(&text, "\u{bf}Qu\u{e9} archivos ocupan m\u{e1}s de 100 MB?", 200), &rows), rows);
    assert_eq!(kept(&asked(&text, "quali file pesano pi\u{f9} di 100 MB?", 200), &rows), rows);
}

#[test]
fn numbers_below_zero_and_sizes_behind_a_name_are_compared() {
    finds("which sensor is below 0 degrees?", "{\"sensor\": \"roof-4\", \"temp_c\": -12.5}", |at| {
        format!("{{\"sensor\": \"hall-{at}\", \"temp_c\": {}.5}}", at % 20 + 3)
    });
    finds("which pod has a memory above 500 MB?", "pod batch-7 memory 910 MB of 2 GB", |at| {
        format!("pod web-{at} memory {} MB of 2 GB", at % 90 + 40)
    });
}

#[test]
fn one_word_of_three_is_enough_where_the_others_are_nowhere() {
    finds("jobs that wait for licenses", "70958 gpu inv_basin PD 0:00 16 (Licenses)", |at| {
        format!("{} gpu mesh_{at} R 9:55 60 (Priority)", 70000 + at)
    });
}
