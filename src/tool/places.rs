//! Places in error messages: folders that are of no use to a model, and that name the user, are shortened.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};

const FILE: &str = "file://";

/// Shortens the places in an error message: paths in `folder` (the working directory) become relative, home folders
/// become `~`, and of any other `file:` URL the last two names stay.
///
/// ```
/// use tooltrim::tools::shorten_places;
///
/// let message = "no 'file:///srv/app/dist/core.js' in /home/ann/notes or /srv/shop/src/a.js, see https://a.b/home/c";
/// assert_eq!(
///     shorten_places(message, "/srv/shop"),
///     "no '\u{2026}/dist/core.js' in ~/notes or src/a.js, see https://a.b/home/c",
/// );
/// ```
#[must_use]
pub fn shorten_places<'a>(text: &'a str, folder: &str) -> Cow<'a, str> {
    let folder = folder.trim_end_matches(is_separator);
    let mut short = String::new();
    let (mut copied, mut at) = (0, 0);
    let mut before = None;
    while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = text.get(at..).unwrap_or_default();
        // The start of a path, not a part of one or of an address.
        let is_start = before.is_none_or(|c| !is_name(c) && !is_separator(c));
        if let Some((len, replacement)) = place(rest, folder).filter(|_| is_start) {
            short.push_str(text.get(copied..at).unwrap_or_default());
            short.push_str(&replacement);
            at += len;
            copied = at;
            before = text.get(..at).and_then(|text| text.chars().next_back());
        } else {
            at += c.len_utf8();
            before = Some(c);
        }
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    short.push_str(text.get(copied..).unwrap_or_default());
    Cow::Owned(short)
}

/// Returns the length of the place that a text begins with, and what to write instead.
fn place(text: &str, folder: &str) -> Option<(usize, String)> {
    let Some(url) = text.strip_prefix(FILE) else { return local(text, folder) };
    let is_drive = |at: usize| url.get(at..).is_some_and(|rest| rest.starts_with(":/"));
    let end = url.char_indices().find(|(at, c)| is_end(*c) && !is_drive(*at)).map_or(url.len(), |(at, _)| at);
    let url = url.get(..end)?;
    let path = url.get(url.find('/')?..)?;
    // `/C:/Users` is `C:/Users`.
    let path = path.strip_prefix('/').filter(|path| drive(path).is_some()).unwrap_or(path);
    let short = match local(path, folder) {
        Some((len, replacement)) => replacement + path.get(len..)?,
        None => last_names(path),
    };
    Some((FILE.len() + end, short))
}

/// Returns the length of the folder that a path begins with, if it is to be shortened, and its replacement.
fn local(text: &str, folder: &str) -> Option<(usize, String)> {
    if !folder.is_empty()
        && let Some(rest) = text.strip_prefix(folder)
    {
        match rest.chars().next() {
            Some(c) if is_separator(c) => return Some((folder.len() + 1, String::new())),
            Some(c) if !is_end(c) => {}
            _ => return Some((folder.len(), ".".into())),
        }
    }
    let path = drive(text).unwrap_or(text);
    let separator = path.chars().next().filter(|c| is_separator(*c))?;
    let (top, behind) = path.get(1..)?.split_once(|c| is_separator(c) || is_end(c)).unwrap_or((path.get(1..)?, ""));
    let end = match top {
        "root" if separator == '/' => 1 + top.len(),
        "home" | "Users" if !behind.is_empty() => {
            let user = behind.find(|c| is_separator(c) || is_end(c)).unwrap_or(behind.len());
            (user > 0).then_some(1 + top.len() + 1 + user)?
        }
        _ => return None,
    };
    Some((text.len() - path.len() + end, "~".to_string()))
}

/// Returns the path behind the letter of a drive.
fn drive(text: &str) -> Option<&str> {
    let path = text.strip_prefix(|c: char| c.is_ascii_alphabetic())?.strip_prefix(':')?;
    path.starts_with(is_separator).then_some(path)
}

fn last_names(path: &str) -> String {
    let mut names = path.rsplitn(3, '/');
    match (names.next(), names.next(), names.next()) {
        (Some(last), Some(folder), Some(before)) if !before.is_empty() => format!("\u{2026}/{folder}/{last}"),
        _ => path.to_string(),
    }
}

fn is_separator(c: char) -> bool {
    matches!(c, '/' | '\\')
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '~' | '$' | '%' | '@' | '#' | '+')
}

/// Ends a path. A colon precedes a line number.
fn is_end(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '"' | '\'' | '`' | '(' | ')' | '<' | '>' | ',' | ';' | ':' | '[' | ']' | '{' | '}' | '|')
}

#[cfg(test)]
mod tests {
    use super::shorten_places;

    #[test]
    fn places_of_the_host_are_shortened_and_others_stay() {
        for (text, short) in [
            ("at f (file:///srv/shop/src/a.js:3:9)", "at f (src/a.js:3:9)"),
            ("open '/srv/shop'", "open '.'"),
            ("open '/srv/shopping/a'", "open '/srv/shopping/a'"),
            ("file:///a.js", "/a.js"),
            ("file://host/share/team/a.js", "\u{2026}/team/a.js"),
            ("file:///C:/Users/Ann/a.js", "~/a.js"),
            (r"C:\Users\Ann\a.js and D:\data\b", r"~\a.js and D:\data\b"),
            ("/home/ann/x /Users/bo, /root/y /root", "~/x ~, ~/y ~"),
            ("/rooted/x /home /home/ /etc/hosts", "/rooted/x /home /home/ /etc/hosts"),
            ("https://a.b/home/ann/x a/home/ann", "https://a.b/home/ann/x a/home/ann"),
            ("file:// file:///", "file:// /"),
            ("plain \u{65e5}/\u{672c} ", "plain \u{65e5}/\u{672c} "),
        ] {
            assert_eq!(shorten_places(text, "/srv/shop/"), short);
        }
        assert_eq!(shorten_places("/srv/shop/a", "/"), "/srv/shop/a");
    }
}
