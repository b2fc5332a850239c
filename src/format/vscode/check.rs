//! VS Code refuses nothing that others do not.

use super::Format;
use crate::format::prelude::*;

impl<T: Tree> Checks<T> for Format {}
