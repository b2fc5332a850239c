//! Parts that a small build leaves out. Under `--cfg tooltrim_plain` the core trims without rescue, cleaning and JSON,
//! which are half of the code behind a trim: the modules of `tooltrim/tool-history` and `tooltrim/logs`, which trim nothing
//! for their users, are built so.

/// True in a build without rescue, cleaning and JSON.
pub(crate) const PLAIN: bool = cfg!(tooltrim_plain);

/// True in a build whose only values are the JSON texts of a text trimmer: no rules for places, no schemas, no flag. Set
/// by `--cfg tooltrim_texts`, for the module of `tooltrim/text`.
pub(crate) const ONLY_JSON_TEXTS: bool = cfg!(tooltrim_texts);

/// A value that no plain build has: there `get` is always `None`, so the compiler drops what works on the value.
#[derive(Clone, Debug)]
pub(crate) struct Full<T>(Held<T>);

#[cfg(not(tooltrim_plain))]
type Held<T> = Option<T>;
#[cfg(tooltrim_plain)]
type Held<T> = core::marker::PhantomData<T>;

#[cfg_attr(tooltrim_plain, allow(clippy::unused_self, reason = "there is no value"))]
impl<T> Full<T> {
    pub(crate) fn new(value: Option<T>) -> Self {
        #[cfg(not(tooltrim_plain))]
        return Self(value);
        #[cfg(tooltrim_plain)]
        {
            drop(value);
            Self(core::marker::PhantomData)
        }
    }

    pub(crate) fn get(&self) -> Option<&T> {
        #[cfg(not(tooltrim_plain))]
        return self.0.as_ref();
        #[cfg(tooltrim_plain)]
        None
    }

    pub(crate) fn get_mut(&mut self) -> Option<&mut T> {
        #[cfg(not(tooltrim_plain))]
        return self.0.as_mut();
        #[cfg(tooltrim_plain)]
        None
    }

    pub(crate) fn take(&mut self) -> Option<T> {
        #[cfg(not(tooltrim_plain))]
        return self.0.take();
        #[cfg(tooltrim_plain)]
        None
    }
}
