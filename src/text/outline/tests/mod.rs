//! Lines of many languages and tools, and what they weigh; texts, and what they are; laws of outlines.

mod kinds;
mod laws;
mod lines;
mod whole;
