//! Enums whose values have names in JSON.

/// Defines an enum with the name of each variant in JSON, which documents and text have, too.
macro_rules! named_enum {
    ($(#[$attribute:meta])* pub enum $Name:ident { $($(#[doc = $doc:literal])* $Variant:ident = $name:tt,)+ }) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
        $(#[$attribute])*
        pub enum $Name {
            $($(#[doc = $doc])* #[serde(rename = $name)] $Variant,)+
        }

        impl $Name {
            /// All values.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$Variant),+];

            /// Returns the name as in JSON.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$Variant => $name,)+
                }
            }

            /// Returns the meaning, in a sentence.
            pub fn meaning(self) -> &'static str {
                match self {
                    $(Self::$Variant => concat!($($doc),*).trim_ascii(),)+
                }
            }
        }
    };
}

pub(crate) use named_enum;
