//! The files that calls read and changed.

use alloc::string::String;
use alloc::vec::Vec;

use crate::call::effect::Kind;
use crate::call::staleness::Staleness;
use crate::compact::inventory::Inventory;
use crate::hash::Table;
use crate::tree::Tree;

/// A file: how often calls read and changed it, and what its reads take.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "camelCase"))]
#[non_exhaustive]
pub struct FileUse {
    /// The path as the first of its calls has it.
    pub path: String,
    /// Number of calls that read it.
    pub reads: u32,
    /// Number of calls that changed it.
    pub edits: u32,
    /// UTF-16 units of the results of its reads. A result with several files counts in equal shares.
    pub read_chars: u64,
    /// The same of reads that are stale: the file was changed or read again later.
    pub stale_chars: u64,
    /// The message of the last call.
    pub last_message: u32,
}

/// Lists the files of calls that succeeded, in the order of their last calls.
pub(crate) fn file_uses<T: Tree>(inventory: &Inventory<'_, T>, staleness: &[Staleness]) -> Vec<FileUse> {
    let mut known = Table::new();
    let mut files: Vec<FileUse> = Vec::new();
    for (call, stale) in inventory.calls.iter().zip(staleness) {
        if call.failed || call.doubtful || call.result.is_none() {
            continue;
        }
        let effect = &call.effect;
        let wrote = !effect.writes.is_empty();
        let read = effect.views.iter().map(|view| &view.path).filter(|_| effect.kind == Kind::Read && !wrote);
        let shares = effect.views.len().max(1) as u64;
        // The first file takes what cannot be divided.
        let mut share = call.result_units / shares + call.result_units % shares;
        for path in effect.writes.iter().chain(read) {
            let next = files.len() as u32;
            let number = *known.entry(call.file(path, inventory.base.as_deref()), next);
            if number == next {
                let path = path.clone();
                files.push(FileUse { path, reads: 0, edits: 0, read_chars: 0, stale_chars: 0, last_message: 0 });
            }
            let Some(file) = files.get_mut(number as usize) else { continue };
            file.last_message = call.at.message as u32;
            if wrote {
                file.edits += 1;
                continue;
            }
            file.reads += 1;
            file.read_chars += share;
            file.stale_chars += if stale.is_stale() { share } else { 0 };
            share = call.result_units / shares;
        }
    }
    crate::order::ordered(files, |file| u64::from(file.last_message))
}
