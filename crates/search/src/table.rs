//! How tables of settings are made: one row a setting, read and written as text, with limits and a sentence of help.
//!
//! [`choice!`](crate::choice) makes a setting with named values, [`settings_table!`](crate::settings_table) a whole table.

use std::fmt;

/// A text that a setting does not take.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SettingError {
    /// There is no such setting.
    #[error("there is no setting named {0:?}")]
    Unknown(String),
    /// The value is not of the right kind or out of range.
    #[error("{value:?} is not a value of {name} ({wanted})")]
    Value {
        /// The setting.
        name: &'static str,
        /// What was given.
        value: String,
        /// What it takes.
        wanted: String,
    },
}

/// A value that stands in a setting: how it is read, written and limited.
pub trait Value: Copy + fmt::Display {
    /// The value that a text writes.
    fn read(text: &str) -> Option<Self>;
    /// Whether it lies within the limits.
    fn fits(self, low: f32, high: f32) -> bool;
    /// What a value looks like, in words.
    fn wanted(low: f32, high: f32) -> String;
}

impl Value for f32 {
    fn read(text: &str) -> Option<f32> {
        text.parse().ok().filter(|number: &f32| number.is_finite())
    }
    fn fits(self, low: f32, high: f32) -> bool {
        (low..=high).contains(&self)
    }
    fn wanted(low: f32, high: f32) -> String {
        format!("a number from {low} to {high}")
    }
}

impl Value for u32 {
    fn read(text: &str) -> Option<u32> {
        text.parse().ok()
    }
    fn fits(self, low: f32, high: f32) -> bool {
        (low..=high).contains(&(self as f32))
    }
    fn wanted(low: f32, high: f32) -> String {
        format!("a whole number from {low} to {high}")
    }
}

impl Value for bool {
    fn read(text: &str) -> Option<bool> {
        match text {
            "1" | "true" | "on" | "yes" => Some(true),
            "0" | "false" | "off" | "no" => Some(false),
            _ => None,
        }
    }
    fn fits(self, _: f32, _: f32) -> bool {
        true
    }
    fn wanted(_: f32, _: f32) -> String {
        "on or off".into()
    }
}

/// An enumeration whose values are words.
#[macro_export]
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$item_doc:meta])* $item:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $name { $($(#[$item_doc])* $item),+ }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(match self { $($name::$item => $word),+ })
            }
        }

        impl $crate::table::Value for $name {
            fn read(text: &str) -> Option<Self> {
                match text { $($word => Some($name::$item),)+ _ => None }
            }
            fn fits(self, _: f32, _: f32) -> bool { true }
            fn wanted(_: f32, _: f32) -> String { [$($word),+].join(", ") }
        }
    };
}

/// A structure of settings with their names, defaults, limits and help.
#[macro_export]
macro_rules! settings_table {
    ($(#[$table_doc:meta])* $table:ident; $($field:ident: $kind:ty = $default:expr, $low:expr, $high:expr, $help:literal;)+) => {
        $(#[$table_doc])*
        #[derive(Clone, PartialEq, Debug)]
        pub struct $table { $(#[doc = $help] pub $field: $kind),+ }

        impl Default for $table {
            fn default() -> $table { $table { $($field: $default),+ } }
        }

        impl $table {
            /// The names of all settings, in the order of the table.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($field)),+];

            /// The value of a setting as text.
            pub fn get(&self, name: &str) -> Result<String, $crate::table::SettingError> {
                match name {
                    $(stringify!($field) => Ok(self.$field.to_string()),)+
                    _ => Err($crate::table::SettingError::Unknown(name.into())),
                }
            }

            /// Changes a setting.
            pub fn set(&mut self, name: &str, text: &str) -> Result<(), $crate::table::SettingError> {
                match name {
                    $(stringify!($field) => {
                        let value = <$kind as $crate::table::Value>::read(text).filter(|&value| <$kind as $crate::table::Value>::fits(value, $low, $high));
                        self.$field = value.ok_or_else(|| $crate::table::SettingError::Value {
                            name: stringify!($field),
                            value: text.chars().take(60).collect(),
                            wanted: <$kind as $crate::table::Value>::wanted($low, $high),
                        })?;
                        Ok(())
                    })+
                    _ => Err($crate::table::SettingError::Unknown(name.chars().take(60).collect())),
                }
            }

            /// One sentence about a setting, and what it takes.
            pub fn help(name: &str) -> Option<(&'static str, String)> {
                match name {
                    $(stringify!($field) => Some(($help, <$kind as $crate::table::Value>::wanted($low, $high))),)+
                    _ => None,
                }
            }
        }
    };
}
