//! tooltrim as a WebAssembly component: each function of `wit/` is one call into the core.

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
