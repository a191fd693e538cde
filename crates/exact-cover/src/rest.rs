//! Rest of a search: the cubes that were not searched, as branches beside one path.

use super::cube::Cube;
use super::problem::OptionId;

/// Cubes that a search has not visited, in the order of the search.
///
/// They are branches beside one path of the tree, so that they are as large as the path and the branches, not as all cubes
/// written out. `A` is what a choice adds to the cube under search: an option, unless mapped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rest<A = OptionId> {
    path: Vec<A>,
    branches: Vec<Branch<A>>,
}

/// Cube of a [`Rest`]: the first additions of the path, and perhaps one more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch<A> {
    /// Number of additions of the path. It never increases from one branch to the next: the deepest ones come first.
    pub kept: usize,
    /// The addition that is not on the path.
    pub addition: Option<A>,
    /// Share of the whole, in units of 1 / [`Cube::WEIGHT_OF_WHOLE`].
    pub weight: u128,
}

impl<A> Default for Rest<A> {
    /// Rest without cubes.
    fn default() -> Self {
        Self { path: Vec::new(), branches: Vec::new() }
    }
}

impl<A> Rest<A> {
    /// Creates the rest of a search that has not begun: its cube.
    pub fn whole(weight: u128) -> Self {
        Self { path: Vec::new(), branches: vec![Branch { kept: 0, addition: None, weight }] }
    }

    /// Creates the rest of these branches, the deepest ones first.
    pub fn new(mut path: Vec<A>, branches: Vec<Branch<A>>) -> Self {
        // The end of the path has no branch.
        path.truncate(branches.first().map_or(0, |branch| branch.kept));
        Self { path, branches }
    }

    /// Returns whether no cube is left.
    pub fn is_empty(&self) -> bool {
        self.branches.is_empty()
    }

    /// Sum of the weights.
    pub fn weight(&self) -> u128 {
        self.branches.iter().map(|branch| branch.weight).sum()
    }

    /// Returns each branch with the additions of the path that it has.
    pub fn branches(&self) -> impl Iterator<Item = (&[A], &Branch<A>)> {
        self.branches.iter().map(|branch| (self.path.get(..branch.kept).unwrap_or(&self.path), branch))
    }

    /// Returns whether a cube has a solution, which `has_addition` describes.
    pub fn has(&self, has_addition: impl Fn(&A) -> bool) -> bool {
        let shared = self.path.iter().take_while(|addition| has_addition(addition)).count();
        self.branches
            .iter()
            .any(|branch| branch.kept <= shared && branch.addition.as_ref().is_none_or(&has_addition))
    }

    /// Converts the additions, without those that add nothing.
    pub fn filter_map<B>(self, mut convert: impl FnMut(A) -> Option<B>) -> Rest<B> {
        let mut path = Vec::with_capacity(self.path.len());
        // Length of the converted path after each addition.
        let mut lengths = vec![0];
        for addition in self.path {
            path.extend(convert(addition));
            lengths.push(path.len());
        }
        let branches = self.branches.into_iter().map(|Branch { kept, addition, weight }| Branch {
            kept: lengths.get(kept).copied().unwrap_or(path.len()),
            addition: addition.and_then(&mut convert),
            weight,
        });
        Rest { branches: branches.collect(), path }
    }
}

impl Rest {
    /// Returns the cubes one by one; `base` is the cube that was searched.
    pub fn cubes(&self, base: &Cube) -> impl Iterator<Item = Cube> {
        self.branches().map(|(path, branch)| {
            let options = base.options().iter().chain(path).chain(&branch.addition);
            Cube::new(options.copied().collect(), branch.weight)
        })
    }
}

/// Solutions counted in a cube, and the part of it that was not searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Split<A = OptionId> {
    /// Number of solutions in the part that was searched.
    pub counted: u128,
    /// Weight of the part that was searched. Together with the weight of the rest, it is the weight of the cube.
    pub searched: u128,
    /// Disjoint cubes with all other solutions.
    pub rest: Rest<A>,
}

impl<A> Default for Split<A> {
    /// Split of nothing.
    fn default() -> Self {
        Self { counted: 0, searched: 0, rest: Rest::default() }
    }
}

impl<A> Split<A> {
    /// Creates the split of a cube of this weight.
    pub fn new(counted: u128, weight: u128, rest: Rest<A>) -> Self {
        Self { counted, searched: weight - rest.weight(), rest }
    }

    /// Converts the rest, as [`Rest::filter_map`].
    pub fn filter_map<B>(self, convert: impl FnMut(A) -> Option<B>) -> Split<B> {
        let Self { counted, searched, rest } = self;
        Split { counted, searched, rest: rest.filter_map(convert) }
    }
}
