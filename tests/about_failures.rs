//! Trimming for a question about a failure, a definition, a call, and for what a question rules out.

use super::about_rows::{among, asked, asked_json, kept};

#[test]
fn the_failure_with_its_ids_comes_first_and_the_trace_below_it() {
    let failure = |id: &str, cause: &str| {
        format!(
            "10:02:46 ERROR intake - processing of claim {id} failed\norg.example.StepException: step aborted\n\tat org.example.Chain.run(Chain.java:37)\n\
             \tat org.example.Step.run(Step.java:3)\nCaused by: org.example.FormException: field unreadable\n\
             \tat org.example.Form.read(Form.java:9)\nCaused by: java.time.DateTimeException: {cause}"
        )
    };
    let rows = [failure("KX-88231", "stream closed"), failure("KX-88213", "Invalid date FEBRUARY 30")];
    let rows: Vec<&str> = rows.iter().map(|row| &**row).collect();
    let text = among(
        300,
        |at| format!("10:{:02}:09 INFO intake - claim KX-{} accepted, root folder scanned", at % 60, at * 7 + 10_000),
        &rows,
    );
    let shown = asked(&text, "What is the root cause of the failure for claim KX-88213?", 700);
    assert!(shown.contains("Invalid date FEBRUARY 30"), "{shown}");
}

#[test]
fn a_question_about_a_failure_finds_it_without_its_words() {
    let error = "src/kernel.cc:118:21: error: 'load_x4' was not declared in this scope";
    let text = among(300, |at| format!("[{at}/300] Using cached wheel for part{at}"), &["yard", error]);
    let text = text.replacen("[7/300]", "red wheel job: skipped (job runs since yesterday)\n[7/300]", 1);
    assert!(
        asked(&text, "The wheel job has been red since yesterday. Find out why it fails and fix it.", 400)
            .contains(error)
    );
}

#[test]
fn what_a_question_rules_out_comes_last() {
    let row = "lib/settings.py:88:retry_limit = env_int('RETRY_LIMIT', 45)";
    let text = among(300, |at| format!("tests/test_{at}.py:{at}:    settings.retry_limit = {at}"), &[row]);
    assert!(asked(&text, "where is the retry limit set? (not in the tests)", 200).contains(row));
    // A negation of the sentence rules nothing out.
    let row = "the pump does not start: valve 7 is shut";
    let text = among(300, |at| format!("the pump of bay {at} runs"), &[row]);
    assert!(asked(&text, "why does the pump not start?", 200).contains(row));
}

#[test]
fn what_is_ruled_out_of_json_comes_last() {
    let mut objects: Vec<_> =
        (0..40).map(|at| serde_json::json!({"title": format!("Iron lamp {at}"), "shelf": format!("A-{at}")})).collect();
    objects[9] = serde_json::json!({"title": "Bronze astrolabe replica stand", "shelf": "K-181"});
    objects[30] = serde_json::json!({"title": "Bronze astrolabe", "shelf": "K-118"});
    let text = serde_json::json!({"objects": objects}).to_string();
    let kept = asked_json(&text, "where is the bronze astrolabe (not the replica stand)?", 130);
    assert!(kept.contains("K-118"), "{kept}");
}

#[test]
fn the_name_with_all_words_is_what_is_defined() {
    let row = "lib/settings.py:88:retry_budget: int = 45";
    let other = |at: usize| format!("lib/part{at}.py:{at}:    budget = Budget(settings.retry_budget)");
    assert!(asked(&among(300, other, &[row]), "where is the retry budget defined?", 200).contains(row));
}

#[test]
fn calls_are_asked_for_by_their_brackets() {
    let rows = ["src/cli.ts:12:  await closeLedger(year, user);", "src/cron.ts:92:  await closeLedger(last, SYSTEM);"];
    let other =
        |at: usize| format!("docs/note{at}.md:{at}: closeLedger is {} here", ["meant", "named", "left out"][at % 3]);
    assert_eq!(kept(&asked(&among(300, other, &rows), "what calls closeLedger()?", 250), &rows), rows);
}
