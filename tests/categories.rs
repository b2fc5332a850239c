//! Categories of tool calls by name: the names of today's agents, and the laws.
//!
//! `golden/categories.json` is the table that Rust and JavaScript agree on. It is written by hand.

use crate::support::cases;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use serde_json::Value;
use tooltrim::calls::{Categories, Category, categorize_tool_call};

/// What the rules this replaces answer for the names they know.
const REFERENCE: &[(&str, Category)] = &[
    ("copilot_readFile", Category::Read),
    ("fetch_webpage", Category::Read),
    ("get_file", Category::Read),
    ("get_file_contents", Category::Read),
    ("grep", Category::Read),
    ("grep_search", Category::Read),
    ("list_dir", Category::Read),
    ("read_file", Category::Read),
    ("read_notebook_cell_output", Category::Read),
    ("read_project_structure", Category::Read),
    ("create_and_run_task", Category::Write),
    ("create_directory", Category::Write),
    ("create_file", Category::Write),
    ("create_new_jupyter_notebook", Category::Write),
    ("create_new_workspace", Category::Write),
    ("delete_file", Category::Write),
    ("edit_file", Category::Write),
    ("edit_notebook_file", Category::Write),
    ("insert_edit_into_file", Category::Write),
    ("multi_replace_string_in_file", Category::Write),
    ("replace_string_in_file", Category::Write),
    ("search_and_replace", Category::Write),
    ("str_replace_editor", Category::Write),
    ("write_file", Category::Write),
    ("exec_command", Category::Terminal),
    ("execute_command", Category::Terminal),
    ("get_terminal_output", Category::Terminal),
    ("run_in_terminal", Category::Terminal),
    ("run_shell_command", Category::Terminal),
    ("shell", Category::Terminal),
    ("terminal_last_command", Category::Terminal),
    ("terminal_selection", Category::Terminal),
    ("codebase_search", Category::Search),
    ("copilot_findTextInFiles", Category::Search),
    ("file_search", Category::Search),
    ("find_files", Category::Search),
    ("get_search_view_results", Category::Search),
    ("list_code_usages", Category::Search),
    ("search_workspace_symbols", Category::Search),
    ("semantic_search", Category::Search),
    ("get_changed_files", Category::Other),
    ("get_errors", Category::Other),
    ("manage_todo_list", Category::Other),
    ("memory", Category::Other),
    ("run_notebook_cell", Category::Other),
    ("run_task", Category::Other),
    ("runTests", Category::Other),
    ("think", Category::Other),
];

/// Tools of the fixtures that are in no other category.
const OTHER_IN_FIXTURES: &[&str] = &[
    "TodoWrite",
    "cancel_reservation",
    "finish",
    "get_reservation_details",
    "get_user_details",
    "skill",
    "submit",
    "think",
    "update_reservation_flights",
];

/// Agent, name and category of each line of the table.
fn golden() -> Vec<(String, String, Category)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/categories.json");
    let table: BTreeMap<String, BTreeMap<String, String>> =
        serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let lines = table.into_iter().flat_map(|(agent, names)| {
        names.into_iter().map(move |(name, category)| {
            let category = Category::from_name(&category).unwrap_or_else(|| panic!("{name}: no category {category}"));
            (agent.clone(), name, category)
        })
    });
    lines.collect()
}

#[test]
fn the_tools_of_todays_agents_are_known() {
    let wrong: Vec<String> = golden()
        .into_iter()
        .filter(|(_, name, category)| categorize_tool_call(name) != *category)
        .map(|(agent, name, category)| {
            format!("{agent}: {name} is {:?}, not {category:?}", categorize_tool_call(&name))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_name_has_the_same_category_with_every_agent() {
    let mut known = BTreeMap::new();
    for (agent, name, category) in golden() {
        let first = *known.entry(name.clone()).or_insert(category);
        assert_eq!(first, category, "{agent}: {name}");
    }
    assert!(known.len() >= 250, "{} names", known.len());
}

#[test]
fn the_answers_of_the_rules_this_replaces_are_kept() {
    for (name, category) in REFERENCE {
        assert_eq!(categorize_tool_call(name), *category, "{name}");
    }
}

#[test]
fn a_thread_is_not_read() {
    assert_eq!(categorize_tool_call("thread_create"), Category::Write);
    assert_eq!(categorize_tool_call("thread_reply"), Category::Other);
}

#[test]
fn a_spreadsheet_is_not_read() {
    assert_eq!(categorize_tool_call("spreadsheet_write"), Category::Write);
    assert_eq!(categorize_tool_call("spreadsheet"), Category::Other);
}

#[test]
fn bash_is_a_terminal() {
    for name in ["bash", "Bash", "BashOutput", "KillShell", "bash_20250124", "execute_bash"] {
        assert_eq!(categorize_tool_call(name), Category::Terminal, "{name}");
    }
}

#[test]
fn patches_are_writes() {
    for name in ["apply_patch", "apply-patch", "copilot_applyPatch", "functions.apply_patch", "patch"] {
        assert_eq!(categorize_tool_call(name), Category::Write, "{name}");
    }
}

#[test]
fn the_text_editor_is_a_write() {
    for name in ["str_replace_based_edit_tool", "str_replace_editor", "text_editor_20250124", "editor"] {
        assert_eq!(categorize_tool_call(name), Category::Write, "{name}");
    }
}

#[test]
fn todo_lists_plans_and_memories_are_not_edits() {
    for name in ["TodoWrite", "todowrite", "write_todos", "update_plan", "save_memory", "write_memory", "TaskCreate"] {
        assert_eq!(categorize_tool_call(name), Category::Other, "{name}");
    }
}

#[test]
fn changes_on_a_service_are_not_edits_unless_a_file_is_named() {
    for name in ["create_issue", "issue_write", "delete_branch", "create_pull_request", "mark_all_notifications_read"] {
        assert_eq!(categorize_tool_call(name), Category::Other, "{name}");
    }
    assert_eq!(categorize_tool_call("search_issues"), Category::Search);
    assert_eq!(categorize_tool_call("delete_branch_file"), Category::Write);
}

#[test]
fn a_server_does_not_count() {
    for name in ["mcp__search-server__status", "search.status", "search/status", "search:status", "mcp_search_status"] {
        assert_eq!(categorize_tool_call(name), Category::Other, "{name}");
    }
    for name in
        ["mcp__search-server__bash", "search.bash", "search/bash", "search:bash", "mcp_search_bash", "mcp3_bash"]
    {
        assert_eq!(categorize_tool_call(name), Category::Terminal, "{name}");
    }
}

#[test]
fn names_without_a_word_are_other() {
    for name in
        ["", " ", "_", "__", "mcp", "mcp_", "mcp__", "mcp____", "mcp0_", ".", "42", "*", "^", "\u{0}", "\u{1f680}"]
    {
        assert_eq!(categorize_tool_call(name), Category::Other, "{name:?}");
    }
}

#[test]
fn a_name_of_a_megabyte_is_a_name() {
    let million = 1 << 20;
    for piece in ["_", "a", "A", "aB", "a_", "__a", "a.", "read", "readR", "\u{e9}", "\0", "mcp_", "1a"] {
        let long = piece.repeat(million / piece.len());
        let _ = categorize_tool_call(&long);
        assert_eq!(categorize_tool_call(&format!("{long}.read_file")), Category::Read, "{piece:?}");
    }
}

#[test]
fn letters_beyond_ascii_belong_to_their_word() {
    assert_eq!(categorize_tool_call("r\u{e9}ad"), Category::Other);
    assert_eq!(categorize_tool_call("\u{fc}bersearch"), Category::Other);
    assert_eq!(categorize_tool_call("\u{8aad}\u{3080}_read"), Category::Read);
    assert_eq!(categorize_tool_call("read\u{2192}file"), Category::Other);
}

#[test]
fn own_names_go_first() {
    let categories = Categories::new()
        .with("read_file", Category::Other)
        .with("mcp__shop__*", Category::Other)
        .with("mcp__shop__find_*", Category::Read)
        .with("mcp__shop__find_all", Category::Terminal);
    assert_eq!(categories.categorize("read_file"), Category::Other);
    assert_eq!(categories.categorize("mcp__shop__edit"), Category::Other);
    assert_eq!(categories.categorize("mcp__shop__find_one"), Category::Read);
    assert_eq!(categories.categorize("mcp__shop__find_all"), Category::Terminal);
    assert_eq!(categories.categorize("write_file"), Category::Write);
    assert_eq!(categories.categorize("ReadFile"), Category::Read, "own names are taken as written");
    assert_eq!(categories.with("*", Category::Search).categorize("write_file"), Category::Search);
}

#[test]
fn an_own_name_set_twice_has_the_last_category() {
    let twice = Categories::new().with("a*", Category::Read).with("a*", Category::Write);
    assert_eq!(twice.categorize("apple"), Category::Write);
    assert_eq!(twice, Categories::default().with("a*", Category::Write));
}

#[test]
fn categories_have_names() {
    for category in Category::ALL {
        assert_eq!(Category::from_name(category.name()), Some(category));
    }
    assert_eq!(Category::from_name("Read"), None);
    assert_eq!(Category::from_name(""), None);
}

#[test]
fn tools_of_real_sessions_are_known() {
    let Some(fixtures) = std::env::var_os("TOOLTRIM_FIXTURES") else {
        eprintln!("skipped: TOOLTRIM_FIXTURES is not set");
        return;
    };
    let mut names = BTreeSet::new();
    for folder in ["sessions", "logs"] {
        for file in files(&Path::new(&fixtures).join(folder)) {
            let text = std::fs::read_to_string(&file).unwrap();
            match serde_json::from_str::<Value>(&text) {
                Ok(session) => call_names(&session, &mut names),
                Err(_) => text.lines().flat_map(serde_json::from_str).for_each(|line| call_names(&line, &mut names)),
            }
        }
    }
    assert!(names.len() >= 30, "only {names:?}");
    let other: Vec<_> = names.iter().filter(|name| categorize_tool_call(name) == Category::Other).collect();
    assert_eq!(other, OTHER_IN_FIXTURES);
}

/// The files of a folder and its folders that hold sessions.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|extension| extension == "json" || extension == "jsonl") {
            found.push(path);
        }
    }
    found
}

/// Collects the names of all tool calls in a session of any format.
fn call_names(value: &Value, names: &mut BTreeSet<String>) {
    const CALLS: [&str; 6] = ["tool_use", "toolCall", "tool-call", "function_call", "custom_tool_call", "tool"];
    let children: Box<dyn Iterator<Item = &Value>> = match value {
        Value::Array(items) => Box::new(items.iter()),
        Value::Object(fields) => {
            let kind = value["type"].as_str().or(value["kind"].as_str());
            let call = kind.is_some_and(|kind| CALLS.contains(&kind));
            let function = &value["function"];
            let chat = if function["arguments"].is_null() { None } else { function["name"].as_str() };
            let listed = value["tool_calls"].as_array().into_iter().chain(value["toolCalls"].as_array()).flatten();
            let listed = listed.filter_map(|call| call["function_name"].as_str().or(call["name"].as_str()));
            let own = call.then(|| ["name", "toolName", "tool"].iter().find_map(|key| value[*key].as_str())).flatten();
            let found = listed.chain(own).chain(chat).chain(value["functionCall"]["name"].as_str());
            names.extend(found.map(str::to_owned));
            Box::new(fields.values())
        }
        _ => return,
    };
    children.for_each(|child| call_names(child, names));
}

/// Names of small words and `_` alone, which can be written in other ways.
fn plain_names() -> Vec<(String, Category)> {
    let plain = |name: &str| {
        let letters = name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
        letters && !name.contains("__") && !["mcp", "copilot_", "builtin_"].iter().any(|start| name.starts_with(start))
    };
    golden().into_iter().filter(|(_, name, _)| plain(name)).map(|(_, name, category)| (name, category)).collect()
}

fn capitalized(word: &str) -> String {
    word.split_at_checked(1).map_or_else(String::new, |(first, rest)| first.to_uppercase() + rest)
}

fn spelled(name: &str, spelling: usize) -> String {
    let pascal: String = name.split('_').map(capitalized).collect();
    match spelling {
        0 => name.to_owned(),
        1 => name.to_uppercase(),
        2 => name.replace('_', "-"),
        3 => name.replace('_', " "),
        4 => pascal[..1].to_lowercase() + &pascal[1..],
        _ => pascal,
    }
}

const SERVERS: [&str; 9] = ["", "mcp__x__", "mcp__read-all__", "mcp_x_", "mcp7_", "x.", "bash/", "x:", "a.b__"];

const PIECES: [&str; 13] = ["mcp", "_", "__", ".", "/", ":", "read", "Write", "7", "\u{e9}", "\0", "*", "copilot_"];

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(600), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn spelling_and_server_do_not_matter(
        (name, category) in proptest::sample::select(plain_names()),
        spelling in 0..6_usize,
        server in proptest::sample::select(&SERVERS[..]),
    ) {
        let spelled = format!("{server}{}", spelled(&name, spelling));
        prop_assert_eq!(categorize_tool_call(&spelled), category, "{}", spelled);
    }

    #[test]
    fn any_text_has_a_category(name in any::<String>(), own in any::<String>()) {
        let category = categorize_tool_call(&name);
        prop_assert_eq!(Categories::new().categorize(&name), category);
        let categories = Categories::new().with(&own, Category::Read).with(&name, Category::Write);
        prop_assert_eq!(categories.categorize(&name), Category::Write);
    }

    #[test]
    fn any_mix_of_pieces_has_a_category(
        pieces in proptest::collection::vec(
            proptest::sample::select(&PIECES[..]),
            0..12,
        ),
    ) {
        let _ = categorize_tool_call(&pieces.concat());
    }

    #[test]
    fn a_word_inside_a_word_says_nothing(
        before in "[a-z]{1,3}",
        word in proptest::sample::select(&["read", "fetch", "write", "edit", "create", "exec", "shell", "find"][..]),
        after in "[j-q]{1,3}",
    ) {
        let name = format!("{before}{word}{after}");
        prop_assert_eq!(categorize_tool_call(&name), Category::Other, "{}", name);
    }
}
