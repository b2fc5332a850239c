//! The interface `calls`: lists of calls, options and what was decided, all as JSON text.

use serde_json::Value;
use tooltrim::calls::{Categories, Category, Rendering};
use tooltrim::host::JsonTree;
use tooltrim::{Budget, ErrorKind, TruncationConfig};

use crate::Component;
use crate::bindings::exports::tooltrim::core::calls as wit;
use crate::json::set_options;
use crate::messages::{failed, json};

impl wit::Guest for Component {
    fn compute_truncation(
        calls: String,
        config: Option<String>,
        dialect: Option<wit::Dialect>,
        summary: Option<String>,
    ) -> Result<Option<String>, wit::Error> {
        let (calls, config) = read(&calls, config, dialect)?;
        let decision = config.decide(&JsonTree::Messages(&calls), summary.as_deref());
        // Like a history it has no members that JSON lacks.
        Ok(decision.map(|decision| serde_json::to_string(&decision).unwrap_or_default()))
    }

    fn compacted_history(
        calls: String,
        config: Option<String>,
        dialect: Option<wit::Dialect>,
        budget_tokens: Option<u32>,
        summary: Option<String>,
    ) -> Result<Option<String>, wit::Error> {
        let (calls, config) = read(&calls, config, dialect)?;
        let budget = budget_tokens.map(|tokens| Budget::Tokens(tokens.into()));
        let history = config.compacted(&JsonTree::Messages(&calls), budget, summary.as_deref());
        Ok(history.map(|history| serde_json::to_string(&history).unwrap_or_default()))
    }

    fn categorize_tool_call(name: String, categories: Vec<(String, wit::Category)>) -> wit::Category {
        let own = categories.into_iter().fold(Categories::default(), |all, (name, kind)| all.with(name, kind.into()));
        own.categorize(&name).into()
    }
}

fn read(
    calls: &str,
    config: Option<String>,
    dialect: Option<wit::Dialect>,
) -> Result<(Vec<Value>, TruncationConfig), wit::Error> {
    let mut own = match dialect {
        Some(wit::Dialect::Reference) => TruncationConfig::reference(),
        Some(wit::Dialect::Standard) | None => TruncationConfig::new(),
    };
    if let Some(config) = config {
        set_options("config", &config, |option| own.set(option))?;
    }
    let Value::Array(calls) = json(calls, "calls", ErrorKind::InvalidOption)? else {
        return Err(failed(ErrorKind::InvalidOption, "calls: is not a list".to_owned()));
    };
    Ok((calls, own))
}

impl From<wit::Budget> for Budget {
    fn from(budget: wit::Budget) -> Self {
        match budget {
            wit::Budget::Chars(size) => Self::Chars(size.into()),
            wit::Budget::Tokens(size) => Self::Tokens(size.into()),
        }
    }
}

mirror! {
    Category { Read, Write, Terminal, Search, Other }
    Rendering { Comments, Brackets }
}

impl From<Category> for wit::Category {
    fn from(category: Category) -> Self {
        match category {
            Category::Read => Self::Read,
            Category::Write => Self::Write,
            Category::Terminal => Self::Terminal,
            Category::Search => Self::Search,
            // Future categories, too.
            _ => Self::Other,
        }
    }
}
