//! Size of a formula and of its texts, counted without memory for either.

use super::formula_error::{
    DIMACS_CLAUSES_MAX, FORMULA_CONSTRAINTS_MAX, FORMULA_LITERALS_MAX, FORMULA_VARIABLES_MAX, FormulaError,
};

/// Receiver of the constraints of a formula, in order: a [`Formula`](super::Formula), or its [`FormulaSize`].
pub trait FormulaSink {
    /// Adds: at least one of these literals is true. Literals must be of variables of the formula, each once.
    ///
    /// # Errors
    /// [`FormulaError::TooLarge`].
    fn add_clause(&mut self, literals: impl IntoIterator<Item = i32>) -> Result<(), FormulaError>;

    /// Adds: exactly one of these literals is true.
    ///
    /// # Errors
    /// [`FormulaError::TooLarge`].
    fn add_exactly_one(&mut self, literals: impl IntoIterator<Item = i32>) -> Result<(), FormulaError>;

    /// Adds: at most one of these literals is true. Adds nothing for fewer than two literals.
    ///
    /// # Errors
    /// [`FormulaError::TooLarge`].
    fn add_at_most_one(&mut self, literals: impl IntoIterator<Item = i32>) -> Result<(), FormulaError>;

    /// Adds: the factors of the true variables add up to the total.
    ///
    /// # Errors
    /// [`FormulaError::TooLarge`].
    fn add_sum(
        &mut self,
        terms: impl IntoIterator<Item = (i32, i32)>,
        total: i64,
    ) -> Result<(), FormulaError>;

    /// Excludes a solution: not all of these variables are true. They must determine the others.
    ///
    /// # Errors
    /// [`FormulaError::TooLarge`].
    fn exclude(&mut self, chosen: impl IntoIterator<Item = u32>) -> Result<(), FormulaError> {
        self.add_clause(chosen.into_iter().map(|variable| -(variable as i32)))
    }
}

/// Size of a formula, and of its text in each format.
///
/// ```
/// use quadrille_exact_cover::proof::{Formula, FormulaFormat, FormulaSink, FormulaSize};
///
/// fn state(formula: &mut impl FormulaSink) -> Result<(), Box<dyn std::error::Error>> {
///     formula.add_exactly_one([1, 2, 3])?;
///     Ok(formula.add_clause([-1, 3])?)
/// }
/// let mut size = FormulaSize::new(3)?;
/// state(&mut size)?;
/// let mut formula = Formula::with_size(&size);
/// state(&mut formula)?;
/// assert_eq!(formula.size(), size);
/// let mut text = String::new();
/// FormulaFormat::Dimacs.write(&formula, &mut text)?;
/// assert_eq!(text.len() as u64, FormulaFormat::Dimacs.text_bytes(&size));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FormulaSize {
    variables: usize,
    /// Literals of all constraints, terms of sums included.
    literals: usize,
    constraints: usize,
    sums: usize,
    factors: usize,
    /// Clauses in the format `dimacs`.
    clauses: u64,
    /// Bytes of the lines after the first one.
    dimacs_bytes: u64,
    opb_bytes: u64,
}

/// Literals of a constraint, as far as its texts depend on them.
#[derive(Clone, Copy, Debug, Default)]
struct Literals {
    count: u64,
    negations: u64,
    /// Characters of the variables.
    digits: u64,
}

impl Literals {
    fn add(&mut self, literal: i32) {
        self.count += 1;
        self.negations += u64::from(literal < 0);
        self.digits += digits(literal.unsigned_abs().into());
    }

    /// Number of pairs.
    fn pairs(self) -> u64 {
        self.count * self.count.saturating_sub(1) / 2
    }

    /// Bytes of a clause in the format `dimacs`: a sign for each negation, blanks, and the end.
    fn clause_bytes(self) -> u64 {
        self.digits + self.negations + self.count + "0\n".len() as u64
    }

    /// Bytes of the pairs of negated literals, of which each occurs in all but one.
    fn pair_bytes(self) -> u64 {
        let signed = self.digits + self.count - self.negations;
        signed * self.count.saturating_sub(1) + self.pairs() * "  0\n".len() as u64
    }

    /// Bytes of a line in the format `opb`, with this relation and total.
    fn line_bytes(self, relation: &str, total: i64) -> u64 {
        let terms = self.digits + self.count * "+1 x ".len() as u64;
        terms + relation.len() as u64 + " ".len() as u64 + printed(total) + " ;\n".len() as u64
    }
}

/// Number of decimal digits.
fn digits(number: u64) -> u64 {
    u64::from(number.checked_ilog10().unwrap_or(0)) + 1
}

/// Number of characters of a number, with the sign of a negative one.
fn printed(number: i64) -> u64 {
    digits(number.unsigned_abs()) + u64::from(number < 0)
}

impl FormulaSize {
    /// The size of a formula of so many variables, without constraints.
    ///
    /// # Errors
    /// [`FormulaError::TooLarge`].
    pub fn new(variables: usize) -> Result<Self, FormulaError> {
        if variables > FORMULA_VARIABLES_MAX {
            return Err(FormulaError::TooLarge);
        }
        Ok(Self::of_variables(variables))
    }

    pub(super) fn of_variables(variables: usize) -> Self {
        Self { variables, ..Self::default() }
    }

    /// Number of clauses in the format `dimacs`, in which a sum has none.
    pub fn clause_count(&self) -> u64 {
        self.clauses
    }

    /// Number of constraints.
    pub fn constraint_count(&self) -> u64 {
        self.constraints as u64
    }

    /// Number of literals in all constraints, terms of sums included.
    pub fn literal_count(&self) -> usize {
        self.literals
    }

    /// Bytes of the tables of the formula.
    pub fn heap_bytes(&self) -> usize {
        size_of::<i32>() * (self.literals + self.factors)
            + (size_of::<u8>() + size_of::<u32>()) * self.constraints
            + 2 * size_of::<i64>() * self.sums
    }

    /// Numbers to make room for: literals, constraints, sums and factors.
    pub(super) fn room(&self) -> [usize; 4] {
        [self.literals, self.constraints, self.sums, self.factors]
    }

    /// Number of variables.
    pub fn variable_count(&self) -> usize {
        self.variables
    }

    /// Checks that the formula has a text in the format `dimacs`.
    ///
    /// # Errors
    /// [`FormulaError`] if it has a sum, or too many clauses.
    pub(super) fn check_dimacs(&self) -> Result<(), FormulaError> {
        let clauses = self.clauses;
        match self.sums {
            0 if clauses > DIMACS_CLAUSES_MAX => Err(FormulaError::Clauses { clauses }),
            0 => Ok(()),
            _ => Err(FormulaError::Sum),
        }
    }

    /// Bytes of the text in the format `dimacs`.
    pub(super) fn dimacs_text_bytes(&self) -> u64 {
        self.number_bytes(self.clauses) + "p cnf  \n".len() as u64 + self.dimacs_bytes
    }

    /// Bytes of the text in the format `opb`.
    pub(super) fn opb_text_bytes(&self) -> u64 {
        let head = "* #variable=  #constraint= \n".len() as u64;
        self.number_bytes(self.constraints as u64) + head + self.opb_bytes
    }

    /// Bytes of the numbers of the first line.
    fn number_bytes(&self, count: u64) -> u64 {
        digits(self.variables as u64) + digits(count)
    }

    /// Adds literals, and returns what texts depend on.
    fn add_literals(&mut self, literals: impl IntoIterator<Item = i32>) -> Result<Literals, FormulaError> {
        let free = FORMULA_LITERALS_MAX - self.literals;
        let mut added = Literals::default();
        literals.into_iter().take(free + 1).for_each(|literal| added.add(literal));
        if added.count > free as u64 || self.constraints >= FORMULA_CONSTRAINTS_MAX {
            return Err(FormulaError::TooLarge);
        }
        Ok(added)
    }

    fn add_constraint(&mut self, literals: Literals) {
        self.literals += literals.count as usize;
        self.constraints += 1;
    }
}

impl FormulaSink for FormulaSize {
    fn add_clause(&mut self, literals: impl IntoIterator<Item = i32>) -> Result<(), FormulaError> {
        let added = self.add_literals(literals)?;
        self.add_constraint(added);
        self.clauses += 1;
        self.dimacs_bytes += added.clause_bytes();
        self.opb_bytes += added.line_bytes(">=", 1 - added.negations as i64);
        Ok(())
    }

    fn add_exactly_one(&mut self, literals: impl IntoIterator<Item = i32>) -> Result<(), FormulaError> {
        let added = self.add_literals(literals)?;
        self.add_constraint(added);
        self.clauses += 1 + added.pairs();
        self.dimacs_bytes += added.clause_bytes() + added.pair_bytes();
        self.opb_bytes += added.line_bytes("=", 1 - added.negations as i64);
        Ok(())
    }

    fn add_at_most_one(&mut self, literals: impl IntoIterator<Item = i32>) -> Result<(), FormulaError> {
        let added = self.add_literals(literals)?;
        if added.count < 2 {
            return Ok(());
        }
        self.add_constraint(added);
        self.clauses += added.pairs();
        self.dimacs_bytes += added.pair_bytes();
        self.opb_bytes += added.line_bytes(">=", added.negations as i64 - 1);
        Ok(())
    }

    fn add_sum(
        &mut self,
        terms: impl IntoIterator<Item = (i32, i32)>,
        total: i64,
    ) -> Result<(), FormulaError> {
        let mut bytes = "= ".len() as u64 + printed(total) + " ;\n".len() as u64;
        let mut literal = |(factor, variable): (i32, i32)| {
            let signed = 1 + digits(factor.unsigned_abs().into());
            bytes += signed + digits(variable.unsigned_abs().into()) + " x ".len() as u64;
            variable
        };
        let added = self.add_literals(terms.into_iter().map(&mut literal))?;
        self.add_constraint(added);
        self.sums += 1;
        self.factors += added.count as usize;
        self.opb_bytes += bytes;
        Ok(())
    }
}
