//! tooltrim as a WebAssembly component: each function of `wit/` is one call into the core.
//!
//! With the feature `all` it is the world `tooltrim`, without it the world `trim`.

/// Converts enums of the interface into those of the core, which have the same variants.
macro_rules! mirror {
    ($($Type:ident { $($Variant:ident),* })*) => {$(
        impl From<wit::$Type> for $Type {
            fn from(given: wit::$Type) -> Self {
                match given { $(wit::$Type::$Variant => Self::$Variant,)* }
            }
        }
    )*};
}

mod bindings;
mod events;
mod options;
mod stream;
mod text;

#[cfg(feature = "all")]
mod calls;
#[cfg(feature = "all")]
mod compaction;
#[cfg(feature = "all")]
mod compactor;
#[cfg(feature = "all")]
mod held;
#[cfg(feature = "all")]
mod json;
#[cfg(feature = "all")]
mod logs;
#[cfg(feature = "all")]
mod messages;
#[cfg(feature = "all")]
mod signals;
#[cfg(feature = "all")]
mod storage;
#[cfg(feature = "all")]
mod store;
#[cfg(feature = "all")]
mod tools;
#[cfg(feature = "all")]
mod values;

/// Implements the exported interfaces.
struct Component;

/// A size as it crosses the boundary. None is larger, but for streams: the memory of a component holds less than 4 GiB.
fn narrow<N>(size: N) -> u32
where
    u32: TryFrom<N>,
{
    u32::try_from(size).unwrap_or(u32::MAX)
}
