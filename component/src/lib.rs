//! tooltrim as a WebAssembly component: each function of `wit/` is one call into the core.

mod bindings;
mod calls;
mod compaction;
mod json;
mod messages;
mod options;
mod text;
mod values;

/// Implements the exported interfaces.
struct Component;

/// A size as it crosses the boundary. None is larger: the memory of a component holds less than 4 GiB.
fn narrow<N>(size: N) -> u32
where
    u32: TryFrom<N>,
{
    u32::try_from(size).unwrap_or(u32::MAX)
}
