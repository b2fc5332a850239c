//! Answers the compressed size of texts, for the measure "information kept" (`evals/history/information.mjs`).
//!
//! Input: frames of a length (u32, little endian) and that many bytes. Output: one number a line, in the order of the
//! frames.

use std::io::{self, BufRead, Read, Write};

use ppmd_rust::Ppmd7Encoder;

/// Contexts of up to 12 bytes, in at most 256 MB.
const ORDER: u32 = 12;
const MEMORY: u32 = 256 << 20;

/// Counts what is written and keeps none of it.
struct Count(u64);

impl Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn size_of(text: &[u8]) -> io::Result<u64> {
    // The model never uses more than a small multiple of the text: a smaller arena gives the same size, sooner.
    let memory = u32::try_from(text.len() * 64 + (1 << 20)).unwrap_or(MEMORY).min(MEMORY);
    let mut encoder =
        Ppmd7Encoder::new(Count(0), ORDER, memory).map_err(|error| io::Error::other(format!("{error:?}")))?;
    encoder.write_all(text)?;
    Ok(encoder.finish(false)?.0)
}

fn main() -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut output = io::stdout().lock();
    while !input.fill_buf()?.is_empty() {
        let mut length = [0; 4];
        input.read_exact(&mut length)?;
        let mut text = vec![0; u32::from_le_bytes(length) as usize];
        input.read_exact(&mut text)?;
        writeln!(output, "{}", size_of(&text)?)?;
        output.flush()?;
    }
    Ok(())
}
