//! Options: each is declared once, and is set by a method or, by hosts without types, by its public name.

/// Declares a struct of options. An entry gives the field, its default, how a value by name is read, and the setter:
///
/// ```text
/// /// Documentation of the setter.
/// max_items: Option<usize> = None => NamedOption::count, (items: usize => Some(items));
/// ```
///
/// The public name is that of the field in JavaScript's spelling. Without `=>` a field is no option; with `hidden` it
/// has a name but no setter of its own.
macro_rules! options {
    (@name $field:ident $read:expr) => { stringify!($field) };
    (
        $(#[$attribute:meta])*
        pub struct $Options:ident {
            $(
                $(#[$doc:meta])*
                $field:ident: $Type:ty = $default:expr $(=> $read:expr)? $(, $setter:tt)?;
            )*
        }
    ) => {
        $(#[$attribute])*
        pub struct $Options {
            $(pub(crate) $field: $Type,)*
        }

        /// Reads an object of public names. A wrong one is an error that names the option, the value and the rule.
        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $Options {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let mut options = Self::default();
                let given = $crate::options::OptionValue::deserialize(deserializer)?;
                given.each_member(|option| options.set(option)).map_err(|error| serde::de::Error::custom(error.message()))?;
                Ok(options)
            }
        }

        impl Default for $Options {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        impl $Options {
            /// The options that are declared, by the names of their fields.
            #[cfg(test)]
            pub(crate) const DECLARED: &[&str] =
                &[$($(options!(@name $field $read),)?)*];

            $(setter! { [$(#[$doc])*] $field [$Type] [$($read)?] [$($setter)?] })*

            /// Sets an option that is declared, by its public name. `others` are the names of those that the caller reads.
            pub(crate) fn set_declared(
                &mut self,
                option: &$crate::options::NamedOption<'_>,
                others: &[&'static str],
            ) -> Result<(), $crate::error::Error> {
                let fields: &[$crate::options::Field<Self>] = &[$($(
                    (stringify!($field), |options, option| {
                        options.$field = $crate::options::read($read, option)?.into();
                        Ok(())
                    }),
                )?)*];
                option.set_field(self, fields, others)
            }
        }
    };
}

/// The setter of an option.
macro_rules! setter {
    ($docs:tt $field:ident $Type:tt [] []) => {};
    ($docs:tt $field:ident $Type:tt [$read:expr] [hidden]) => {};
    ([$(#[$doc:meta])*] $field:ident [$Type:ty] [$read:expr] []) => {
        $(#[$doc])*
        #[must_use]
        pub fn $field(mut self, $field: $Type) -> Self {
            self.$field = $field;
            self
        }
    };
    ([$(#[$doc:meta])*] $field:ident [$Type:ty] [$read:expr] [($value:ident: $Value:ty => $stored:expr)]) => {
        $(#[$doc])*
        #[must_use]
        pub fn $field(mut self, $value: $Value) -> Self {
            self.$field = $stored;
            self
        }
    };
}

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::error::{Error, ErrorKind};
use crate::number::saturate;

/// Serializes an enum by the name that its `name` method gives.
macro_rules! serialize_by_name {
    ($($Type:ty),*) => {$(
        #[cfg(feature = "serde")]
        impl serde::Serialize for $Type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }
    )*};
}

/// Declares an enum whose variants have public names, by which it serializes.
macro_rules! named {
    ($(#[$attribute:meta])* pub enum $Type:ident { $($(#[$doc:meta])* $Variant:ident = $name:literal,)* }) => {
        $(#[$attribute])*
        pub enum $Type { $($(#[$doc])* $Variant,)* }

        serialize_by_name!($Type);

        impl $Type {
            /// All of them, in order.
            pub const ALL: [Self; [$($name,)*].len()] = [$(Self::$Variant,)*];

            /// Returns the name that reports, messages and JavaScript have.
            #[must_use]
            pub const fn name(self) -> &'static str {
                // Smaller than a `match` of a hundred arms.
                const NAMES: &[&str] = &[$($name,)*];
                NAMES[self as usize]
            }
        }
    };
}

/// A value as a host without types hands it over.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum OptionValue {
    /// A number; NaN and infinities too.
    Number(f64),
    /// A string.
    Text(String),
    /// A boolean.
    Bool(bool),
    /// A list.
    List(Vec<OptionValue>),
    /// A plain object: names and values.
    Object(Vec<(String, OptionValue)>),
    /// A function.
    Function,
    /// Nothing: `null`.
    Null,
    /// Anything else.
    Other,
}

/// An option by name: `shown` is the value as the host would print it, for the error message.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedOption<'a> {
    /// The name in JavaScript's spelling: `maxChars`.
    pub name: &'a str,
    /// The value.
    pub value: OptionValue,
    /// The value as the host prints it.
    pub shown: &'a str,
}

/// Calls a reader; fixes the type of a closure's argument.
pub(crate) fn read<'a, T>(
    read: impl FnOnce(&NamedOption<'a>) -> Result<T, Error>,
    option: &NamedOption<'a>,
) -> Result<T, Error> {
    read(option)
}

/// A field of options, and what sets it. Functions of their own: of many options a call sets few, and hosts compile a
/// function when it is called.
pub(crate) type Field<O> = (&'static str, fn(&mut O, &NamedOption<'_>) -> Result<(), Error>);

impl NamedOption<'_> {
    /// Sets the field of this name.
    pub(crate) fn set_field<O>(
        &self,
        options: &mut O,
        fields: &[Field<O>],
        others: &[&'static str],
    ) -> Result<(), Error> {
        let Some((_, set)) = fields.iter().find(|(field, _)| self.is_named(field)) else {
            let mut known = others.to_vec();
            known.extend(fields.iter().map(|(field, _)| *field));
            return Err(self.unknown(&known));
        };
        set(options, self)
    }

    /// True if this is the option of a field, in JavaScript's spelling: `max_chars` is `maxChars`.
    fn is_named(&self, field: &str) -> bool {
        let (mut name, mut raised) = (self.name.bytes(), false);
        for byte in field.bytes() {
            if byte == b'_' {
                raised = true;
            } else if name.next() != Some(if core::mem::take(&mut raised) { byte.to_ascii_uppercase() } else { byte }) {
                return false;
            }
        }
        name.next().is_none()
    }

    pub(crate) fn wrong(&self, rule: &str) -> Error {
        Error::new(ErrorKind::InvalidOption, format!("{}: {} is not {rule}", self.name, self.shown))
    }

    /// The error of a name that is none of these: names of fields, or in JavaScript's spelling.
    pub(crate) fn unknown(&self, known: &[&str]) -> Error {
        let mut message = [self.name, UNKNOWN, "; known are "].concat();
        for (at, name) in known.iter().enumerate() {
            message.push_str(if at > 0 { ", " } else { "" });
            let mut words = name.split('_');
            message.push_str(words.next().unwrap_or_default());
            for word in words {
                let (first, rest) = word.split_at_checked(1).unwrap_or_default();
                message.push_str(&first.to_ascii_uppercase());
                message.push_str(rest);
            }
        }
        Error::new(ErrorKind::InvalidOption, message)
    }

    /// True for the error of [`NamedOption::unknown`] about this name.
    pub(crate) fn is_unknown(&self, error: &Error) -> bool {
        error.message().strip_prefix(self.name).is_some_and(|rest| rest.starts_with(UNKNOWN))
    }

    pub(crate) fn number(&self, rule: &str, holds: impl Fn(f64) -> bool) -> Result<f64, Error> {
        match self.value {
            OptionValue::Number(number) if holds(number) => Ok(number),
            _ => Err(self.wrong(rule)),
        }
    }

    pub(crate) fn boolean(&self) -> Result<bool, Error> {
        match self.value {
            OptionValue::Bool(on) => Ok(on),
            _ => Err(self.wrong("true or false")),
        }
    }

    /// A size: fractions round down, and what no text can reach is no limit.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidOption`] for anything but a number of 0 or more.
    pub fn size(&self) -> Result<u64, Error> {
        self.at_least(0)
    }

    /// As [`NamedOption::size`], for a size that is `least` or more.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidOption`] for anything but a number of `least` or more.
    pub fn at_least(&self, least: u64) -> Result<u64, Error> {
        self.number(&format!("a number of {least} or more"), |number| number >= least as f64)
            .map(|number| number as u64)
    }

    /// A number of items: as [`NamedOption::size`].
    pub(crate) fn count(&self) -> Result<usize, Error> {
        self.size().map(saturate)
    }

    pub(crate) fn share(&self) -> Result<f64, Error> {
        self.number("a number from 0 to 1", |share| (0.0..=1.0).contains(&share))
    }

    pub(crate) fn text(&self) -> Result<String, Error> {
        match &self.value {
            OptionValue::Text(text) => Ok(text.clone()),
            _ => Err(self.wrong("a string")),
        }
    }

    /// A list of strings that a rule holds for.
    pub(crate) fn texts(&self, rule: &str, holds: impl Fn(&str) -> bool) -> Result<Vec<String>, Error> {
        let OptionValue::List(items) = &self.value else { return Err(self.wrong(rule)) };
        let text = |item: &OptionValue| match item {
            OptionValue::Text(text) if holds(text) => Ok(text.clone()),
            _ => Err(self.wrong(rule)),
        };
        items.iter().map(text).collect()
    }

    /// True for a function, a scope or a store that the host keeps: it has been checked to be one.
    pub(crate) fn is_kept_by_host(&self) -> Result<bool, Error> {
        let is_object = matches!(self.value, OptionValue::Object(_) | OptionValue::Other);
        match self.name {
            "onTruncate" if self.value == OptionValue::Function => Ok(true),
            "onTruncate" => Err(self.wrong("a function (event) => void")),
            "scope" if is_object => Ok(true),
            "scope" => Err(self.wrong("a scope")),
            _ => Ok(false),
        }
    }

    pub(crate) fn one_of<T: Copy>(&self, names: &[(&'static str, T)]) -> Result<T, Error> {
        let name = |at: usize| names.get(at).map(|(name, _)| *name);
        names.get(self.choice(&name)).map_or_else(|| Err(self.not_one_of(&name)), |(_, known)| Ok(*known))
    }

    /// The number of the name that is the value; beyond the last if none is.
    fn choice(&self, name: &dyn Fn(usize) -> Option<&'static str>) -> usize {
        let OptionValue::Text(text) = &self.value else { return usize::MAX };
        (0..).map_while(name).position(|name| name == text).unwrap_or(usize::MAX)
    }

    fn not_one_of(&self, name: &dyn Fn(usize) -> Option<&'static str>) -> Error {
        let mut rule = String::from("one of ");
        for (at, name) in (0..).map_while(name).enumerate() {
            rule.push_str(if at > 0 { ", \"" } else { "\"" });
            rule.push_str(name);
            rule.push('"');
        }
        self.wrong(&rule)
    }

    /// Sets members of this option, each by its own name; errors name it by its path.
    pub(crate) fn set_members(
        &self,
        rule: &str,
        mut set: impl FnMut(&NamedOption<'_>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let within = |error: Error| error.within(&[self.name, "."].concat());
        self.members(rule, |name, member| set(&NamedOption { name, ..member }).map_err(within)).map(|_| ())
    }

    /// The members of an object, each as an option named by its path.
    pub(crate) fn members<T>(
        &self,
        rule: &str,
        mut each: impl FnMut(&str, NamedOption<'_>) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        let OptionValue::Object(members) = &self.value else {
            return Err(self.wrong(rule));
        };
        let path = |name: &str| format!("{}.{name}", self.name);
        let read = |(name, value): &(String, OptionValue)| {
            each(name, NamedOption { name: &path(name), value: value.clone(), shown: &value.shown() })
        };
        members.iter().map(read).collect()
    }
}

impl OptionValue {
    /// Calls `each` with the members of an object that options are.
    #[cfg(feature = "serde")]
    pub(crate) fn each_member(&self, mut each: impl FnMut(&NamedOption<'_>) -> Result<(), Error>) -> Result<(), Error> {
        let Self::Object(members) = self else {
            let message = format!("options: {} is not an object", self.shown());
            return Err(Error::new(ErrorKind::InvalidOption, message));
        };
        let mut given = members.iter().map(|(name, value)| (name, value, value.shown()));
        given.try_for_each(|(name, value, shown)| each(&NamedOption { name, value: value.clone(), shown: &shown }))
    }

    /// The value as JavaScript would print it, for a member of an object: hosts print only the whole.
    fn shown(&self) -> String {
        match self {
            Self::Number(number) => show_number(*number),
            Self::Text(text) => format!("\"{text}\""),
            Self::Bool(on) => on.to_string(),
            Self::List(items) => {
                let items: Vec<String> = items.iter().take(LONGEST_LIST).map(Self::shown).collect();
                format!("[{}]", items.join(","))
            }
            Self::Object(_) => "an object".to_string(),
            Self::Function => "a function".to_string(),
            Self::Null => "null".to_string(),
            Self::Other => "this value".to_string(),
        }
    }
}

/// Items of a list that an error message shows: enough to find the wrong one in most.
const LONGEST_LIST: usize = 10;

/// A number with at most three decimals. Printing any number exactly takes 10 KB of code that nothing else here needs.
pub(crate) fn show_number(number: f64) -> String {
    let sign = if number < 0.0 { "-" } else { "" };
    let size = if number < 0.0 { -number } else { number };
    if number.is_nan() {
        "NaN".to_string()
    } else if size >= 1e15 {
        format!("{sign}{}", if size.is_infinite() { "Infinity" } else { "a large number" })
    } else {
        let thousandths = ((size * 1000.0) as u64) % 1000;
        let decimals = if thousandths > 0 { format!(".{thousandths:03}") } else { String::new() };
        format!("{sign}{}{}", size as u64, decimals.trim_end_matches('0'))
    }
}

/// Names of [`NamedOption::is_kept_by_host`].
pub(crate) const KEPT_BY_HOST: [&str; 2] = ["scope", "onTruncate"];

/// Stands behind an unknown name in its error.
const UNKNOWN: &str = ": is not an option";

#[cfg(feature = "serde")]
mod read;

#[cfg(test)]
mod tests;
