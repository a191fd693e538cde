//! Options of the command line as members of a JSON request.

use anyhow::Result;
use serde_json::{Map, Value, json};

use super::usage::usage;

/// Returns an object of the members that are given.
pub(super) fn given<const N: usize>(members: [(&str, Option<Value>); N]) -> Map<String, Value> {
    members.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
}

/// Returns the size of a box, such as `3x2`, as a member of a JSON request.
pub(super) fn box_size(text: &str) -> Result<Value> {
    let parse = |number: &str| number.parse::<u64>().ok();
    let size = text.split_once('x').and_then(|(width, height)| Some((parse(width)?, parse(height)?)));
    let (width, height) = size.ok_or_else(|| usage(format!("--box: `{text}` is not a size such as 3x2")))?;
    Ok(json!({"width": width, "height": height}))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn size_of_a_box_has_two_numbers() {
        assert_eq!(box_size("3x2").expect("a size"), json!({"width": 3, "height": 2}));
        for text in ["3", "3x", "x", "3x2x1", "-3x2"] {
            assert!(box_size(text).is_err(), "{text}");
        }
    }
}
