//! Cubes as one text, in the order of a search: `81 3 17 20, 40 ..2 21`.
//!
//! A cube has its weight and its additions to the problem, each after a space. After the weight, `..2` stands for the first two
//! additions of the cube before: cubes beside one path of a search differ by one or two, and may have thousands.

use std::collections::VecDeque;
use std::fmt::Write as _;

use quadrille_exact_cover::Cube;
use quadrille_exact_cover::Rest;
use quadrille_exact_cover::unstable::{WeightError, parse_weight};
use thiserror::Error;

use super::text::format_puzzle_cube;
use crate::model::{Puzzle, PuzzleCube};

const SEPARATOR: &str = ", ";

/// Mark before the number of additions that a cube has from the one before.
const KEPT: &str = "..";

/// Cube as text, with its weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenCube {
    pub(super) text: String,
    pub(super) weight: u128,
}

impl WrittenCube {
    /// Writes a cube of a puzzle.
    pub fn of_puzzle(whole: &Puzzle, cube: &PuzzleCube) -> Self {
        Self { text: format_puzzle_cube(whole, cube), weight: cube.weight }
    }

    /// Writes a cube of an exact cover problem.
    pub fn of_cover(cube: &Cube) -> Self {
        Self { text: cube.to_string(), weight: cube.weight() }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Converts into the text.
    pub fn into_text(self) -> String {
        self.text
    }

    /// Share of the whole, in units of 1 / [`Cube::WEIGHT_OF_WHOLE`].
    pub fn weight(&self) -> u128 {
        self.weight
    }
}

/// Reason why a text is no sequence of cubes.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WrittenCubesError {
    /// A weight is invalid.
    #[error(transparent)]
    Weight(#[from] WeightError),
    /// The cube before does not have so many additions.
    #[error("`..{}` is not a number of additions of the cube before", .0.escape_debug())]
    Kept(String),
}

/// Cubes as text, in the order of a search. Iterates over them, and writes out one at a time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrittenCubes {
    text: String,
    /// Where the text of the next cube begins.
    next: usize,
    /// Additions of the cube before.
    additions: Vec<Box<str>>,
    /// Weight of the cubes from the next one on.
    weight: u128,
}

impl WrittenCubes {
    /// Reads texts, each of one cube or several. Checks weights and numbers of additions.
    ///
    /// # Errors
    /// [`WrittenCubesError`].
    pub fn read(texts: &[String]) -> Result<Self, WrittenCubesError> {
        let text = texts.join(SEPARATOR);
        let (mut additions, mut weight) = (0_usize, 0_u128);
        for entry in entries(&text) {
            let entry = entry?;
            if entry.kept > additions {
                return Err(WrittenCubesError::Kept(entry.kept.to_string()));
            }
            additions = entry.kept + entry.additions().count();
            weight = weight.saturating_add(entry.weight);
        }
        Ok(Self { text, next: 0, additions: Vec::new(), weight })
    }

    /// Weight of all cubes that were not taken.
    pub fn weight(&self) -> u128 {
        self.weight
    }

    /// Returns whether all cubes were taken.
    pub fn is_empty(&self) -> bool {
        self.waiting().is_empty()
    }

    /// Bytes of the text of the cubes that were not taken.
    pub fn bytes(&self) -> usize {
        self.waiting().len()
    }

    fn waiting(&self) -> &str {
        self.text.get(self.next..).unwrap_or_default()
    }

    /// Returns the rest of the cube that was taken last, and then the cubes that were not taken.
    pub fn with_rest(mut self, rest: &Rest<String>) -> Self {
        let weight = self.weight.saturating_add(rest.weight());
        let mut text = String::new();
        let base = self.additions.iter().map(AsRef::as_ref);
        let mut branches = rest.branches();
        if let Some((path, first)) = branches.next() {
            let further = path.iter().chain(&first.addition).map(String::as_str);
            write_cube(&mut text, first.weight, 0, base.chain(further));
        }
        for (_, branch) in branches {
            let kept = self.additions.len() + branch.kept;
            write_cube(&mut text, branch.weight, kept, branch.addition.iter().map(String::as_str));
        }
        // The cubes written begin with the additions of the cube taken last.
        if text.is_empty() {
            text = self.next().map(WrittenCube::into_text).unwrap_or_default();
        }
        if !self.is_empty() {
            text += SEPARATOR;
            text += self.waiting();
        }
        Self { text, next: 0, additions: Vec::new(), weight }
    }

    /// Divides the cubes that were not taken into at most `parts` sequences of similar weight. Ends a sequence also with the cube that
    /// reaches `bytes_max` bytes of text, so that there may be more of them.
    pub fn divide(&self, parts: usize, bytes_max: usize) -> Vec<Self> {
        let waiting = || entries(self.waiting()).flatten();
        let weights: Vec<u128> = waiting().map(|entry| entry.weight).collect();
        let mut ends = ends_of_parts(&weights, parts);
        let mut additions: Vec<&str> = self.additions.iter().map(AsRef::as_ref).collect();
        let mut divided: Vec<Self> = Vec::new();
        let mut current = Self::default();
        for (index, entry) in waiting().enumerate() {
            entry.apply(&mut additions);
            let is_end = ends.front() == Some(&index);
            if is_end {
                ends.pop_front();
            }
            if !current.text.is_empty() && (is_end || current.text.len() >= bytes_max) {
                divided.push(std::mem::take(&mut current));
            }
            if current.text.is_empty() {
                write_cube(&mut current.text, entry.weight, 0, additions.iter().copied());
            } else {
                write_cube(&mut current.text, entry.weight, entry.kept, entry.additions());
            }
            current.weight = current.weight.saturating_add(entry.weight);
        }
        divided.extend((!current.is_empty()).then_some(current));
        divided
    }

    /// Converts all cubes that were not taken into one text.
    pub fn into_text(self) -> String {
        if self.next == 0 { self.text } else { self.with_rest(&Rest::default()).text }
    }
}

/// The cubes that were not taken, each with all of its additions.
impl Iterator for WrittenCubes {
    type Item = WrittenCube;

    fn next(&mut self) -> Option<WrittenCube> {
        // The text was checked.
        let entry = entries(self.text.get(self.next..)?).next()?.ok()?;
        entry.apply(&mut self.additions);
        let (weight, next) = (entry.weight, self.next + entry.text.len() + SEPARATOR.len());
        self.next = next.min(self.text.len());
        self.weight = self.weight.saturating_sub(weight);
        let mut text = String::new();
        write_cube(&mut text, weight, 0, self.additions.iter().map(AsRef::as_ref));
        Some(WrittenCube { text, weight })
    }
}

impl FromIterator<WrittenCube> for WrittenCubes {
    fn from_iter<I: IntoIterator<Item = WrittenCube>>(cubes: I) -> Self {
        let mut all = Self::default();
        for WrittenCube { text, weight } in cubes {
            if !all.text.is_empty() {
                all.text += SEPARATOR;
            }
            all.text += &text;
            all.weight = all.weight.saturating_add(weight);
        }
        all
    }
}

/// Text of one cube.
struct CubeText<'a> {
    text: &'a str,
    weight: u128,
    /// Number of additions of the cube before.
    kept: usize,
    /// The additions after these.
    further: &'a str,
}

impl<'a> CubeText<'a> {
    fn parse(text: &'a str) -> Result<Self, WrittenCubesError> {
        let (weight, after) = text.split_once(' ').unwrap_or((text, ""));
        let weight = parse_weight(weight)?;
        let Some(after) = after.strip_prefix(KEPT) else {
            return Ok(Self { text, weight, kept: 0, further: after });
        };
        let (kept, further) = after.split_once(' ').unwrap_or((after, ""));
        let kept = kept.parse().map_err(|_| WrittenCubesError::Kept(kept.to_owned()))?;
        Ok(Self { text, weight, kept, further })
    }

    fn additions(&self) -> impl Iterator<Item = &'a str> {
        self.further.split(' ').filter(|addition| !addition.is_empty())
    }

    /// Changes the additions of the cube before into the additions of this one.
    fn apply<A: From<&'a str>>(&self, additions: &mut Vec<A>) {
        additions.truncate(self.kept);
        additions.extend(self.additions().map(A::from));
    }
}

fn entries(text: &str) -> impl Iterator<Item = Result<CubeText<'_>, WrittenCubesError>> {
    text.split(SEPARATOR).take_while(move |_| !text.is_empty()).map(CubeText::parse)
}

/// Appends a cube that has the first `kept` additions of the one before.
fn write_cube<'a>(text: &mut String, weight: u128, kept: usize, additions: impl Iterator<Item = &'a str>) {
    if !text.is_empty() {
        *text += SEPARATOR;
    }
    // Writing to a string does not fail.
    let _ = write!(text, "{weight}");
    if kept > 0 {
        let _ = write!(text, " {KEPT}{kept}");
    }
    for addition in additions {
        *text += " ";
        *text += addition;
    }
}

/// Returns the ends of all but the last of at most `parts` parts of similar weight.
fn ends_of_parts(weights: &[u128], parts: usize) -> VecDeque<usize> {
    let (mut ends, mut start) = (VecDeque::new(), 0);
    for left in (2..=parts).rev() {
        let weights = &weights[start..];
        let limit = weights.iter().fold(0_u128, |sum, weight| sum.saturating_add(*weight)) / left as u128;
        let mut sum = 0_u128;
        let end = weights.iter().position(|weight| {
            sum = sum.saturating_add(*weight);
            sum > limit
        });
        start += end.unwrap_or(weights.len() / left).max(1).min(weights.len());
        ends.push_back(start);
    }
    ends
}

#[cfg(test)]
mod tests {
    use quadrille_exact_cover::Branch;

    use super::*;

    fn read(texts: &[&str]) -> Result<WrittenCubes, WrittenCubesError> {
        WrittenCubes::read(&texts.iter().copied().map(str::to_owned).collect::<Vec<_>>())
    }

    /// Texts of all cubes, each with all additions.
    fn texts(cubes: impl IntoIterator<Item = WrittenCube>) -> Vec<String> {
        cubes.into_iter().map(WrittenCube::into_text).collect()
    }

    #[test]
    fn cube_keeps_additions_of_the_one_before() {
        let expected = ["8 3 17 20", "4 3 17 21", "0 3 17", "2 3 5 6", "1"];
        let written = "8 3 17 20, 4 ..2 21, 0 ..2, 2 ..1 5 6, 1";
        for texts_read in [&[written][..], &["8 3 17 20, 4 ..2 21", "0 ..2", "2 ..1 5 6, 1"], &expected] {
            let cubes = read(texts_read).expect("cubes");
            assert_eq!(cubes.weight(), 15);
            assert_eq!(texts(cubes), expected);
        }
        assert!(read(&[]).expect("no cubes").is_empty());
    }

    #[test]
    fn text_of_the_cubes_that_were_not_taken_begins_with_a_whole_cube() {
        let mut cubes = read(&["8 3 17 20, 4 ..2 21, 0 ..2"]).expect("cubes");
        let texts: Vec<String> = std::iter::from_fn(|| {
            let text = cubes.clone().into_text();
            cubes.next().map(|_| text)
        })
        .collect();
        assert_eq!(texts, ["8 3 17 20, 4 ..2 21, 0 ..2", "4 3 17 21, 0 ..2", "0 3 17"]);
        assert_eq!((cubes.weight(), cubes.into_text()), (0, String::new()));
    }

    #[test]
    fn invalid_text_is_no_sequence_of_cubes() {
        for (text, fault) in [
            ("1 ..1", "`..1` is not a number of additions of the cube before"),
            ("1 2, 1 ..2", "`..2` is not a number of additions of the cube before"),
            ("1 2, 1 ..x", "`..x` is not a number of additions of the cube before"),
            ("1 2,1 ..1, x", "`x` is no weight: a weight is a whole number up to 2^120"),
            ("", "`` is no weight: a weight is a whole number up to 2^120"),
        ] {
            let error = read(&["5", text]).map(texts).expect_err(text);
            assert_eq!(error.to_string(), fault);
        }
    }

    /// Rest of the cubes beside a path of `depth` additions.
    fn rest(depth: usize) -> Rest<String> {
        let text = |number: usize| number.to_string();
        let branch = |kept| Branch { kept, addition: Some(text(10_000 + kept)), weight: kept as u128 };
        Rest::new((0..depth).map(text).collect(), (0..depth).rev().map(branch).collect())
    }

    #[test]
    fn rest_precedes_the_cubes_that_were_not_taken() {
        let mut cubes = read(&["9 7 8, 4 ..1 6, 3"]).expect("cubes");
        cubes.next();
        let all = cubes.with_rest(&rest(2));
        assert_eq!(all.weight(), 8);
        assert_eq!(all.text, "1 7 8 0 10001, 0 ..2 10000, 4 ..1 6, 3");
        assert_eq!(texts(all), ["1 7 8 0 10001", "0 7 8 10000", "4 7 6", "3"]);
    }

    #[test]
    fn rest_of_thousands_of_long_cubes_is_short() {
        let mut whole = read(&["1"]).expect("a cube");
        whole.next();
        let cubes = whole.with_rest(&rest(5_000));
        // Written out, the cubes would have 12,502,500 additions.
        assert!(cubes.text.len() < 140_000, "{} bytes", cubes.text.len());
        for bytes_max in [1, 50_000] {
            let parts = cubes.divide(3, bytes_max);
            let longest = parts.iter().map(|part| part.text.len()).max().expect("a part");
            assert!(longest < 25_000 + bytes_max, "{longest} bytes");
            assert_eq!(parts.iter().map(WrittenCubes::weight).sum::<u128>(), cubes.weight());
            if bytes_max > 1 {
                assert!((3..6).contains(&parts.len()), "{} parts", parts.len());
                assert_eq!(texts(parts.into_iter().flatten()), texts(cubes.clone()));
            } else {
                assert_eq!(parts.len(), 5_000);
            }
        }
    }
}
