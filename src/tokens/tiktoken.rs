//! Files of `tiktoken`: on each line the bytes of a token in base64, and its rank.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::quick::base64_digit;

/// Returns the tokens by rank, or what is wrong with which line.
pub(super) fn parse(file: &[u8]) -> Result<Vec<Vec<u8>>, String> {
    let mut tokens = Vec::new();
    let lines = file.split(|&byte| byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    for (at, line) in lines.enumerate() {
        if line.is_empty() {
            continue;
        }
        let wrong = |rule: String| Err(format!("line {}: {:?} {rule}", at + 1, shown(line)));
        let Some(space) = line.iter().position(|&byte| byte == b' ') else {
            return wrong("is not a token in base64, a space and a rank".into());
        };
        let (base64, rank) = line.split_at(space);
        let Some(token) = decode(base64).filter(|token| !token.is_empty()) else {
            return wrong("does not begin with a token in base64".into());
        };
        let rank = core::str::from_utf8(rank).ok().and_then(|rank| rank.trim().parse::<usize>().ok());
        if rank != Some(tokens.len()) {
            return wrong(format!("does not end with {}, the next rank", tokens.len()));
        }
        tokens.push(token);
    }
    Ok(tokens)
}

/// The beginning of a line, for an error.
fn shown(line: &[u8]) -> String {
    String::from_utf8_lossy(line).chars().take(40).collect()
}

fn decode(base64: &[u8]) -> Option<Vec<u8>> {
    let digits = base64.strip_suffix(b"==").or_else(|| base64.strip_suffix(b"=")).unwrap_or(base64);
    if !base64.len().is_multiple_of(4) {
        return None;
    }
    let mut bytes = Vec::with_capacity(digits.len() * 3 / 4);
    let (mut bits, mut known) = (0_u32, 0);
    for &digit in digits {
        bits = (bits & 0xff) << 6 | u32::from(base64_digit(digit)?);
        known += 6;
        if known >= 8 {
            known -= 8;
            bytes.push((bits >> known) as u8);
        }
    }
    Some(bytes)
}
