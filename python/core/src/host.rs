//! Callbacks of the host: functions of the caller's that count, redact and keep texts.

#[cfg(target_arch = "wasm32")]
mod imports {
    #![allow(unsafe_code, reason = "functions of the host")]

    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Passes a text to the function with this number. The answer is a number: its own, or the bytes of a text.
        safe fn ask(function: u32, text: *const u8, len: usize) -> f64;
        /// Writes the text of the last answer there.
        #[cfg(feature = "full")]
        safe fn take(into: *mut u8);
    }

    pub(super) fn asked(function: u32, text: &str) -> f64 {
        ask(function, text.as_ptr(), text.len())
    }

    #[cfg(feature = "full")]
    pub(super) fn taken(len: usize) -> Vec<u8> {
        let mut bytes = vec![0; len];
        take(bytes.as_mut_ptr());
        bytes
    }
}

/// Without a host, in `cargo check` of the workspace.
#[cfg(not(target_arch = "wasm32"))]
mod imports {
    pub(super) fn asked(_function: u32, _text: &str) -> f64 {
        0.0
    }

    #[cfg(feature = "full")]
    pub(super) fn taken(len: usize) -> Vec<u8> {
        vec![0; len]
    }
}

/// Counts tokens.
pub(crate) fn count(text: &str) -> usize {
    imports::asked(0, text) as usize
}

/// Redacts a text.
#[cfg(feature = "full")]
pub(crate) fn redact(text: &str) -> String {
    let len = imports::asked(1, text) as usize;
    String::from_utf8(imports::taken(len)).unwrap_or_default()
}

/// Keeps a text and returns its ref.
#[cfg(feature = "full")]
pub(crate) fn keep(text: &str) -> Option<tooltrim::Ref> {
    tooltrim::Ref::new(imports::asked(2, text) as u64)
}
