//! Declaration of a section, with the permitted range beside each field.

use std::ops::RangeInclusive;

use super::queue_max::QueueMax;

/// Field with a permitted range.
pub(super) struct Bounded {
    /// The key, as `section.key`.
    pub(super) key: &'static str,
    /// The number to compare; `None` if the value is not a number.
    amount: Option<u64>,
    /// Noun of the amount, with a leading space; empty if the amount is the value itself.
    pub(super) unit: &'static str,
    /// The permitted amounts.
    pub(super) range: RangeInclusive<u64>,
}

/// Value that can be compared with a range.
pub(super) trait RangedValue {
    /// Noun of the amount, with a leading space; empty if the amount is the value itself.
    const UNIT: &'static str = "";

    /// Returns the number to compare; `None` if the value is not a number.
    fn amount(&self) -> Option<u64>;
}

impl Bounded {
    pub(super) fn new<M: RangedValue>(key: &'static str, value: &M, range: RangeInclusive<u64>) -> Self {
        Self { key, amount: value.amount(), unit: M::UNIT, range }
    }

    /// Returns the fault if the value is out of range.
    pub(super) fn fault(&self) -> Option<String> {
        let Self { key, amount, unit, range } = self;
        let amount = amount.filter(|amount| !range.contains(amount))?;
        Some(format!("{key}: {amount}{unit} is out of range, expected {} to {}", range.start(), range.end()))
    }
}

impl RangedValue for u32 {
    fn amount(&self) -> Option<u64> {
        Some((*self).into())
    }
}

impl RangedValue for u64 {
    fn amount(&self) -> Option<u64> {
        Some(*self)
    }
}

impl RangedValue for usize {
    fn amount(&self) -> Option<u64> {
        Some(*self as u64)
    }
}

impl RangedValue for QueueMax {
    fn amount(&self) -> Option<u64> {
        match self {
            Self::Auto => None,
            Self::Fixed(capacity) => Some(*capacity as u64),
        }
    }
}

impl RangedValue for String {
    const UNIT: &'static str = " bytes";

    fn amount(&self) -> Option<u64> {
        Some(self.len() as u64)
    }
}

impl RangedValue for Vec<String> {
    const UNIT: &'static str = " entries";

    fn amount(&self) -> Option<u64> {
        Some(self.len() as u64)
    }
}

/// Declares the struct of a section, and its method `bounded`, which lists the fields with a `#[range]`.
macro_rules! section {
    (
        $(#[doc = $doc:literal])*
        #[section = $section:literal]
        pub struct $Section:ident {
            $(
                $(#[doc = $field_doc:literal])*
                $(#[range($range:expr)])?
                pub $field:ident: $Type:ty,
            )*
        }
    ) => {
        $(#[doc = $doc])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        pub struct $Section {
            $(
                $(#[doc = $field_doc])*
                $(#[doc = concat!("\n\nPermitted: `", stringify!($range), "`.")])?
                pub $field: $Type,
            )*
        }

        impl $Section {
            /// Returns the fields that have a permitted range.
            pub(super) fn bounded(&self) -> Vec<super::section::Bounded> {
                vec![$($(
                    super::section::Bounded::new(
                        concat!($section, ".", stringify!($field)),
                        &self.$field,
                        $range,
                    ),
                )?)*]
            }
        }
    };
}

pub(super) use section;
