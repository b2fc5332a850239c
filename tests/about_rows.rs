//! Trimming for a question that is answered by several rows, or by one of many that look alike.

use tooltrim::{TrimOptions, trim, trimming::Format};

pub(crate) fn asked(text: &str, about: &str, limit: usize) -> String {
    let options = TrimOptions::new().max_chars(limit).about(about);
    trim(text, &options).expect("valid options").text.to_string()
}

/// The same of JSON.
pub(crate) fn asked_json(text: &str, about: &str, limit: usize) -> String {
    let options = TrimOptions::new().max_chars(limit).format(Format::Json).about(about);
    trim(text, &options).expect("valid options").text.to_string()
}

/// What of these stands in a text.
pub(crate) fn kept<'f>(text: &str, facts: &[&'f str]) -> Vec<&'f str> {
    facts.iter().copied().filter(|fact| text.contains(fact)).collect()
}

/// Other lines with one of the rows in place of each hundredth.
pub(crate) fn among(count: usize, other: impl Fn(usize) -> String, rows: &[&str]) -> String {
    let line = |at: usize| match rows.get(at / 100).filter(|_| at % 100 == 50) {
        Some(row) => (*row).to_owned(),
        None => other(at),
    };
    (0..count).map(|at| line(at) + "\n").collect::<Vec<_>>().concat()
}

#[test]
fn rows_that_are_asked_for_come_before_the_lines_beside_them() {
    let rows = [
        "yard warn obsolete crane-4",
        "yard warn obsolete hoist-9",
        "yard warn obsolete winch-2",
        "yard warn obsolete lift-7",
    ];
    let text = among(500, |at| format!("yard move {at} box {} done", at * 7), &rows);
    assert_eq!(kept(&asked(&text, "list the obsolete gear", 300), &rows), rows);
}

#[test]
fn rows_with_all_the_words_come_before_those_with_some() {
    let rows =
        ["a1f3 Ada Lynn  brakes: thinner pads", "b2e4 Ada Lynn  brakes: new disc", "c3d5 Ada Lynn  brakes: quieter"];
    let names = ["Ada Lynn", "Bo Kern", "Cy Oats"];
    let parts = ["doors", "brakes", "seats"];
    let other = |at: usize| {
        let name = names[at % 3];
        let part = if name == "Ada Lynn" { ["doors", "seats"][at % 2] } else { parts[at % 3] };
        format!("{:04x} {name}   {part}: polish {}", at * 13, at % 9)
    };
    assert_eq!(kept(&asked(&among(400, other, &rows), "changes by Ada Lynn to the brakes", 400), &rows), rows);
}

#[test]
fn dates_and_times_are_compared() {
    let rows = ["Iva Sand;Oporto;2011-03-09", "Jo Wren;Oporto;2009-12-30", "Lu Finch;Oporto;2013-07-01"];
    let other = |at: usize| {
        let year = if at.is_multiple_of(2) { 2016 + at % 8 } else { 2005 + at % 9 };
        let office = if at.is_multiple_of(2) { ["Oporto", "Braga"][at % 4 / 2] } else { "Braga" };
        format!("P{at} Q{at};{office};{year}-{:02}-11", at % 12 + 1)
    };
    let text = format!("name;office;hired\n{}", among(400, other, &rows));
    assert_eq!(kept(&asked(&text, "who in Oporto was hired before 2014?", 500), &rows), rows);

    let rows = ["Gent | Ieper | 21:40", "Gent | Aalst | 22:05", "Gent | Ronse | 23:15"];
    let other = |at: usize| {
        format!(
            "{} | Aalst | {:02}:30",
            ["Gent", "Brugge"][at % 2],
            if at.is_multiple_of(2) { 6 + at % 12 } else { 6 + at % 18 }
        )
    };
    let text = format!("Van | Naar | Vertrek\n{}", among(400, other, &rows));
    assert_eq!(kept(&asked(&text, "trains from Gent after 21:00", 500), &rows), rows);
}

#[test]
fn the_lowest_is_sought_among_the_rows_that_are_asked_for() {
    let row = "Q9-777   Bergen      2027-02-11   58 €    4";
    let other = |at: usize| {
        let town = ["Bergen", "Tromso", "Alta"][at % 3];
        let fare = if town == "Bergen" { 90 + at * 3 % 200 } else { 20 + at * 7 % 300 };
        format!("Q{at}-{}   {town:<11} 2027-02-{:02}   {fare} €   {}", at % 7, at % 27 + 1, at % 50)
    };
    let text = format!(
        "trip     town        day          fare    left\n{}",
        among(300, other, &["", "", row]).replace("\n\n", "\n")
    );
    assert!(asked(&text, "cheapest trip to Bergen", 512).contains(row));
}

#[test]
fn a_column_of_names_is_not_compared() {
    let rows = ["7003,Nice,812.40", "7101,Nice,655.00", "7202,Nice,990.10"];
    let other = |at: usize| {
        format!(
            "{},{},{}.50",
            8000 + at,
            ["Nice", "Metz"][at % 2],
            if at.is_multiple_of(2) { at % 400 } else { at * 3 }
        )
    };
    let text = format!("order_id,city,amount\n{}", among(400, other, &rows));
    assert_eq!(kept(&asked(&text, "orders over 600 in Nice", 500), &rows), rows);
    assert_eq!(kept(&asked(&text, "Bestellungen über 600 in Nice", 500), &rows), rows);
}

#[test]
fn superlatives_of_german_and_french_are_known() {
    let other = |at: usize| format!("Lager {at};{};{}", at % 90, 100 + at * 7 % 500);
    let text = format!("Lager;Tore;Umsatz\n{}", among(300, other, &["Lager Ost;12;9120"]));
    for about in ["welches Lager hat den höchsten Umsatz?", "wo ist Umsatz am größten?", "le plus grand umsatz"] {
        assert!(asked(&text, about, 400).contains("Lager Ost;12;9120"), "{about}");
    }
}

#[test]
fn a_commit_stands_above_what_it_says() {
    let entry = |at: usize, subject: &str| {
        let author = ["Ada", "Bo", "Cy", "Di"][at % 4];
        format!(
            "commit {:040x}\nAuthor: {author} <{author}@sea.example>\nDate:   Fri Jan 3 2025\n\n    {subject}\n\n",
            at * 7919 + 1
        )
    };
    let text = |asked: usize| -> String {
        let subject = |at| {
            if at == asked {
                "Wait longer\n\n    The upper bound of tries goes from 2 to 6."
            } else {
                "Polish the brass"
            }
        };
        (0..80).map(|at| entry(at, subject(at))).collect::<Vec<_>>().concat()
    };
    let result = asked(&text(41), "who raised the upper bound of tries?", 512);
    let at = result.find("upper bound of tries").expect("the answer");
    let above = result[..at].rfind("commit ").expect("its commit");
    assert!(result[above..].starts_with(&format!("commit {:040x}\nAuthor: Bo", 41 * 7919 + 1)), "{result}");
}

#[test]
fn where_a_name_gets_its_value_comes_before_its_uses() {
    let row = "src/limits.ts:18:export const MOST_BYTES = 24 * 1024;";
    let text = among(400, |at| format!("src/a{}.ts:{at}:  check(size, MOST_BYTES, {});", at % 30, at % 5), &["", row]);
    assert!(asked(&text, "what is the value of MOST_BYTES?", 300).contains(row));
    let row = "14:  --alarm: #b0221f;";
    let text =
        among(300, |at| format!("{at}:  border-color: var(--{});", ["alarm", "paper", "ink"][at % 3]), &["", row]);
    assert!(asked(&text, "what does --alarm stand for?", 300).contains(row));
}

#[test]
fn a_folder_is_more_than_its_word() {
    let rows = ["specs/cart/total.py:41:    got = read_cart(ONE)", "specs/cart/empty.py:7:    got = read_cart(NONE)"];
    let text = among(400, |at| format!("app/part{at}/view.py:{}:    # read_cart is slow in specs", at % 90 + 1), &rows);
    assert_eq!(kept(&asked(&text, "which files under specs/ call read_cart?", 400), &rows), rows);
}

#[test]
fn a_negation_is_looked_for_but_finds_nothing_alone() {
    let row = "berth 44 captain none on watch";
    let text = among(300, |at| format!("berth {at} captain N{} on watch", at % 40), &["", row]);
    assert!(asked(&text, "which berth has no captain?", 300).contains(row));
    let text = among(300, |at| format!("step {at} is not ready"), &[]);
    let plain = trim(&text, TrimOptions::new().max_chars(300)).expect("valid options").text.to_string();
    assert_eq!(asked(&text, "why is no blue zebra here?", 300), plain);
}

#[test]
fn a_question_of_two_parts_is_answered_by_one() {
    let text = among(300, |at| format!("heron {at} seen"), &["", "  fk_ledger references grantor on drop cascade"]);
    let about = "which columns refer to the grantor, and what happens with them when someone removes the whole grantor from the table of sponsors?";
    assert!(asked(&text, about, 300).contains("references grantor"));
}

#[test]
fn numbers_behind_names_and_times_of_entries_are_compared() {
    let rows = [
        "level=info msg=request path=/isle duration_ms=8412 status=200",
        "level=info msg=request path=/matrix duration_ms=12077 status=200",
        "level=info msg=request path=/ridge duration_ms=9350 status=304",
    ];
    let other = |at: usize| format!("level=info msg=request path=/tile/{at} duration_ms={} status=200", at * 37 % 7900);
    assert_eq!(kept(&asked(&among(500, other, &rows), "requests with a duration over 8000 ms", 400), &rows), rows);

    let rows = ["2026-03-02 17:41:08 pump stopped", "2026-03-02 18:02:51 pump stopped"];
    let clock = |at: usize| format!("2026-03-02 {:02}:{:02}:00", at / 40 + 8, at % 60);
    let other = |at: usize| clock(at) + [" pump stopped", " valve moved"][usize::from(at >= 40 || at % 2 == 1)];
    assert_eq!(kept(&asked(&among(400, other, &rows), "when did the pump stop after 17:30?", 300), &rows), rows);
    // As syslog writes times; none of these lines begins with a digit.
    let rows = rows.map(|row| row.replace("2026-03-02", "Mar 02"));
    let rows: Vec<&str> = rows.iter().map(|row| &**row).collect();
    let text = among(400, |at| other(at).replace("2026-03-02", "Mar 02"), &rows);
    assert_eq!(kept(&asked(&text, "when did the pump stop after 17:30?", 300), &rows), rows);
}

#[test]
fn equal_lines_are_one_answer() {
    let text = among(300, |at| if at % 3 == 0 { "pump stopped".to_owned() } else { format!("valve {at} moved") }, &[]);
    let text = text.replacen("valve 151 moved", "pump 9 restarted", 1);
    let shown = asked(&text, "pump", 160);
    assert_eq!(
        (kept(&shown, &["pump 9 restarted"]).len(), shown.matches("pump stopped").count() < 4),
        (1, true),
        "{shown}"
    );
}

#[test]
fn a_number_beside_a_month_stays_a_number() {
    let rows = ["Ada;812;2026-03-04", "Bo;640;2026-03-19", "Cy;907;2026-03-27"];
    let other = |at: usize| format!("P{at};{};2026-{:02}-11", at * 7 % 480, at % 9 + 4);
    let text = format!("name;amount;day\n{}", among(400, other, &rows));
    assert_eq!(kept(&asked(&text, "amount over 500 in March 2026", 300), &rows), rows);
}

#[test]
fn dates_are_compared_by_the_names_of_months() {
    let rows = ["GO-WX 31;Bauhof;17.02.2026", "GO-QZ 88;Bauhof;05.01.2026", "GO-VY 64;Schule;26.02.2026"];
    let other = |at: usize| format!("GO-{at} 7;Schule;{:02}.{:02}.2026", at % 28 + 1, at % 9 + 4);
    let text = format!("Kennzeichen;Ort;Pruefung\n{}", among(400, other, &rows));
    assert_eq!(kept(&asked(&text, "Bei welchen ist die Pruefung vor M\u{e4}rz 2026?", 300), &rows), rows);
    assert_eq!(kept(&asked(&text, "which Pruefung is before 1 March 2026?", 300), &rows), rows);
}

#[test]
fn sizes_count_with_their_unit() {
    let row = "shop/reports   7.1   2.4GB";
    let other = |at: usize| format!("shop/part{at}   1.{at}   {}MB", at * 31 % 900 + 40);
    let text = format!("REPOSITORY   TAG   SIZE\n{}", among(200, other, &[row]));
    assert!(asked(&text, "which is the largest image by size?", 200).contains(row));
    assert!(asked(&text, "images with a size over 2 GB", 200).contains(row));
}

#[test]
fn files_of_a_tree_are_found_by_their_folders() {
    let files = ["columns_guess_test.rb", "latin1_bytes_test.rb", "resume_half_test.rb"];
    let folder = |at: usize| {
        let (name, tests) =
            if at == 37 { ("importer".into(), &files[..]) } else { (format!("part{at}"), &["other_test.rb"][..]) };
        let tests = tests.iter().fold(String::new(), |lines, file| lines + "│       ├── " + file + "\n");
        format!("├── {name}\n│   ├── importers{at}.yml\n│   └── test\n{tests}")
    };
    let text = format!(".\n{}", (0..60).map(folder).collect::<String>());
    assert_eq!(kept(&asked(&text, "list the test files of the importer", 400), &files), files);
}

#[test]
fn names_of_members_may_be_short_for_a_word() {
    let mut records: Vec<_> = (0..120)
        .map(
            |at| serde_json::json!({"mag": f64::from(at % 50) / 10.0, "place": format!("Basin {at}"), "depth": at * 3}),
        )
        .collect();
    for (at, place) in [(30, "Lombok Strait"), (90, "Cape Erimo")] {
        records[at] = serde_json::json!({"mag": 6.4, "place": place, "depth": 7});
    }
    let text = serde_json::json!({"features": records}).to_string();
    let kept = asked_json(&text, "earthquakes above magnitude 6", 600);
    assert!(kept.contains("Lombok Strait") && kept.contains("Cape Erimo"), "{kept}");
}

#[test]
fn dates_of_json_are_compared() {
    let mut records: Vec<_> = (0..150)
        .map(|at| serde_json::json!({"name": format!("Part {at}"), "due": format!("2026-{:02}-1{}", at % 9 + 4, at % 10)}))
        .collect();
    for (at, name, due) in [(40, "Valve", "17.02.2026"), (110, "Hoist", "2026-01-05")] {
        records[at] = serde_json::json!({"name": name, "due": due});
    }
    let text = serde_json::json!({"parts": records}).to_string();
    let kept = asked_json(&text, "which are due before March 2026?", 500);
    assert!(kept.contains("Valve") && kept.contains("Hoist"), "{kept}");
}

#[test]
fn numbers_of_json_that_no_word_names_are_compared() {
    for count in [40, 400] {
        let mut records: Vec<_> = (0..count)
            .map(|at| {
                let (id, total) = (70_000 + at, f64::from(at * 37 % 480) + 0.5);
                serde_json::json!({"order_id": id, "customer": format!("Customer {at}"), "total": total, "placed": "2026-05-02"})
            })
            .collect();
        for (at, name, total, placed) in [(9, "Quay", 512.5, "2026-02-11"), (31, "Ilse", 1_830.0, "2026-05-02")] {
            records[at] = serde_json::json!({"order_id": at, "customer": name, "total": total, "placed": placed});
        }
        let text = serde_json::json!({"orders": records}).to_string();
        let kept = |about| asked_json(&text, about, 500);
        let shown = kept("orders over 500");
        assert!(shown.contains("Quay") && shown.contains("Ilse"), "{shown}");
        let shown = kept("which is the largest order?");
        assert!(shown.contains("Ilse"), "{shown}");
        let shown = kept("orders before March 2026");
        assert!(shown.contains("Quay"), "{shown}");
    }
}
