//! Names and weights of subsets, and the hash that chooses one of them.

use std::sync::Arc;

use quadrille_sudoku::Grid;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};

use crate::faults::{Fault, FaultCode, Faults, Location};
use crate::wire::json::Json;
use crate::wire::request::{Components, OptionValue, or_fault};

/// Largest sum of the weights.
const WEIGHT_MAX: u64 = 1_000_000;

/// Offset basis and prime of the hash FNV-1a.
const FNV_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x100_0000_01b3;

/// Names of subsets with their weights, such as `train=8,test=2`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SubsetParts(Arc<[(String, u64)]>);

impl Default for SubsetParts {
    fn default() -> Self {
        Self([("train", 9), ("test", 1)].map(|(name, weight)| (name.to_owned(), weight)).into())
    }
}

impl SubsetParts {
    /// Parses names and weights; `None` if a name is empty or not unique, or a weight is no whole number, or all are 0 or together too large.
    fn parse(text: &str) -> Option<Self> {
        let part = |part: &str| {
            let (name, weight) = part.split_once('=')?;
            let is_name =
                |name: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte));
            let name = Some(name.trim()).filter(|name| !name.is_empty() && is_name(name))?;
            Some((name.to_owned(), weight.trim().parse().ok().filter(|weight| *weight <= WEIGHT_MAX)?))
        };
        let parts: Vec<(String, u64)> = text.split(',').map(part).collect::<Option<_>>()?;
        let is_unique = parts
            .iter()
            .enumerate()
            .all(|(index, (name, _))| parts[..index].iter().all(|(other, _)| other != name));
        let weight = parts.iter().map(|(_, weight)| weight).sum::<u64>();
        (is_unique && (1..=WEIGHT_MAX).contains(&weight)).then(|| Self(parts.into()))
    }

    /// The subset of a canonical form: that in which the hash of its line, scaled to the sum of the weights, falls.
    pub(super) fn choose(&self, form: &Grid, seed: u64) -> Option<&str> {
        let weight: u64 = self.0.iter().map(|(_, weight)| weight).sum();
        let place = (u128::from(hash(form, seed)) * u128::from(weight)) >> 64;
        let mut end = 0;
        let part = self.0.iter().find(|(_, weight)| {
            end += u128::from(*weight);
            place < end
        });
        part.map(|(name, _)| name.as_str())
    }
}

/// FNV-1a of the digits of the form as bytes, 0 for an empty cell, and the seed; then the finalizer of SplitMix64, because the high bits of
/// FNV-1a change little with the last bytes.
fn hash(form: &Grid, seed: u64) -> u64 {
    let digits = form.cells().iter().map(|digit| digit.map_or(0, |digit| digit.value() as u64));
    let fold = |hash: u64, byte: u64| (hash ^ byte).wrapping_mul(FNV_PRIME);
    let hash = seed.to_le_bytes().into_iter().map(u64::from).chain(digits).fold(FNV_BASIS, fold);
    let hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ (hash >> 31)
}

impl OptionValue for SubsetParts {
    fn from_json(json: Json, location: &Location, faults: &mut Faults) -> Option<Self> {
        let parts = if let Json::String(text) = &json { Self::parse(text) } else { None };
        or_fault(parts, location, faults, || {
            let detail = format!(
                "must be names of subsets with weights, such as train=8,test=2: whole numbers, up to {WEIGHT_MAX} together"
            );
            Fault::new(FaultCode::OutOfRange, detail)
        })
    }

    fn schema(_: &mut Components) -> RefOr<Schema> {
        RefOr::from(ObjectBuilder::new().schema_type(Type::String))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> SubsetParts {
        SubsetParts::parse(text).expect("valid parts")
    }

    #[test]
    fn parts_have_unique_names_and_whole_weights() {
        assert_eq!(*parts("train=8, test=2").0, [("train".to_owned(), 8), ("test".to_owned(), 2)]);
        for text in
            ["", "train", "train=", "=1", "a=1,a=2", "a=0", "a=0.5", "a=-1", "a=1,", "a b=1", "a=1000001"]
        {
            assert_eq!(SubsetParts::parse(text), None, "{text}");
        }
    }

    #[test]
    fn subset_is_the_same_in_every_version() {
        let grid: Grid = "...1.2....3.4...".parse().expect("a grid");
        let names: Vec<_> =
            (0..8).map(|seed| parts("a=1,b=1,c=2").choose(&grid, seed).expect("a part").to_owned()).collect();
        assert_eq!(names.join(""), "ccaccbac");
    }

    #[test]
    fn shares_are_near_the_weights() {
        let parts = parts("train=90,test=10,none=0");
        let grid: Grid = "...1.2....3.4...".parse().expect("a grid");
        let test = (0..10_000).filter(|seed| parts.choose(&grid, *seed) == Some("test")).count();
        assert!((900..1_100).contains(&test), "{test} of 10000");
        assert!((0..10_000).all(|seed| parts.choose(&grid, seed) != Some("none")));
    }
}
