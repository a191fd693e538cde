//! Formulas as text: DIMACS and OPB.
//!
//! The bytes are fixed by the order of the constraints:
//!
//! | constraint | `dimacs` | `opb` |
//! |---|---|---|
//! | first line | `p cnf VARIABLES CLAUSES` | `* #variable= VARIABLES #constraint= CONSTRAINTS` |
//! | clause 1, not 2 | `1 -2 0` | `+1 x1 -1 x2 >= 0 ;` |
//! | exactly one of 1, 2, 3 | `1 2 3 0`, then the pairs | `+1 x1 +1 x2 +1 x3 = 1 ;` |
//! | at most one of 1, 2, 3 | the pairs `-1 -2 0`, `-1 -3 0`, `-2 -3 0` | `-1 x1 -1 x2 -1 x3 >= -1 ;` |
//! | sum | none | `+3 x1 -2 x2 = 7 ;` |

use std::fmt;

use super::formula::{Constraint, Formula};
use super::formula_error::FormulaError;
use super::formula_size::FormulaSize;

/// Format of a formula.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FormulaFormat {
    /// Clauses, as SAT solvers and DRAT checkers read them.
    #[default]
    Dimacs,
    /// Pseudo-Boolean constraints, as VeriPB and solvers of pseudo-Boolean problems read them.
    Opb,
}

impl FormulaFormat {
    /// Checks that a formula has a text in this format.
    ///
    /// # Errors
    /// [`FormulaError`] for `dimacs` if the formula has a sum, or too many clauses. Every formula has a text in `opb`.
    pub fn check(self, formula: &Formula) -> Result<(), FormulaError> {
        self.check_size(&formula.size())
    }

    /// As [`check`](Self::check), of the formula of this size.
    ///
    /// # Errors
    /// As [`check`](Self::check).
    pub fn check_size(self, size: &FormulaSize) -> Result<(), FormulaError> {
        match self {
            Self::Dimacs => size.check_dimacs(),
            Self::Opb => Ok(()),
        }
    }

    /// Bytes of the text of the formula of this size, if it [has](Self::check_size) one.
    pub fn text_bytes(self, size: &FormulaSize) -> u64 {
        match self {
            Self::Dimacs => size.dimacs_text_bytes(),
            Self::Opb => size.opb_text_bytes(),
        }
    }

    /// Lines of the text of the formula of this size, if it [has](Self::check_size) one.
    pub fn text_lines(self, size: &FormulaSize) -> u64 {
        1 + match self {
            Self::Dimacs => size.clause_count(),
            Self::Opb => size.constraint_count(),
        }
    }

    /// Writes a formula. The format should be [checked](Self::check) before.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(self, formula: &Formula, out: &mut impl fmt::Write) -> fmt::Result {
        let mut parts = FormulaParts::new(self);
        while !parts.write_part(formula, usize::MAX, out)? {}
        Ok(())
    }
}

/// The text of a formula, written in parts.
///
/// ```
/// use quadrille_exact_cover::proof::{Formula, FormulaFormat, FormulaParts};
///
/// let mut formula = Formula::new(3)?;
/// formula.add_exactly_one([1, 2, 3])?;
/// let (mut whole, mut joined) = (String::new(), String::new());
/// FormulaFormat::Dimacs.write(&formula, &mut whole)?;
/// let mut parts = FormulaParts::new(FormulaFormat::Dimacs);
/// while !parts.write_part(&formula, 1, &mut joined)? {}
/// assert_eq!(joined, whole);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FormulaParts {
    format: FormulaFormat,
    has_head: bool,
    /// Number of the constraint that is written next.
    constraint: usize,
    /// Number of its next piece: a term, or a clause; for pairs, those of one literal with the later ones.
    piece: usize,
}

impl FormulaParts {
    /// Begins the text of a formula. The format should be [checked](FormulaFormat::check) before.
    pub fn new(format: FormulaFormat) -> Self {
        Self { format, has_head: false, constraint: 0, piece: 0 }
    }

    /// Writes at least so many literals, and no more than another clause, or a literal with all others of its constraint. Returns
    /// whether the text is complete. `formula` must be the same for each part.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_part(
        &mut self,
        formula: &Formula,
        literals: usize,
        out: &mut impl fmt::Write,
    ) -> Result<bool, fmt::Error> {
        if !std::mem::replace(&mut self.has_head, true) {
            let variables = formula.variable_count();
            match self.format {
                FormulaFormat::Dimacs => writeln!(out, "p cnf {variables} {}", formula.clause_count())?,
                FormulaFormat::Opb => {
                    writeln!(out, "* #variable= {variables} #constraint= {}", formula.constraint_count())?;
                }
            }
        }
        let mut left = literals;
        while let Some(constraint) = formula.constraint(self.constraint) {
            while left > 0 {
                let written = match self.format {
                    FormulaFormat::Dimacs => write_dimacs_piece(constraint, self.piece, out)?,
                    FormulaFormat::Opb => write_opb_piece(constraint, self.piece, out)?,
                };
                let Some(written) = written else { break };
                left = left.saturating_sub(written);
                self.piece += 1;
            }
            if left == 0 {
                return Ok(false);
            }
            (self.constraint, self.piece) = (self.constraint + 1, 0);
        }
        Ok(true)
    }
}

/// Writes a piece of a constraint: its clause, or the pairs of one literal with the later ones. Returns the number of literals; `None`
/// after the last piece.
fn write_dimacs_piece(
    constraint: Constraint<'_>,
    piece: usize,
    out: &mut impl fmt::Write,
) -> Result<Option<usize>, fmt::Error> {
    let (clause, paired): (_, &[i32]) = match constraint {
        Constraint::Clause(literals) => (Some(literals), &[]),
        Constraint::ExactlyOne(literals) => (Some(literals), literals),
        Constraint::AtMostOne(literals) => (None, literals),
        Constraint::Sum { .. } => (None, &[]),
    };
    if let (0, Some(literals)) = (piece, clause) {
        for literal in literals {
            write!(out, "{literal} ")?;
        }
        out.write_str("0\n")?;
        return Ok(Some(literals.len() + 1));
    }
    let Some((first, later)) =
        paired.get(piece - usize::from(clause.is_some())..).and_then(<[_]>::split_first)
    else {
        return Ok(None);
    };
    for second in later {
        writeln!(out, "{} {} 0", -first, -second)?;
    }
    Ok(Some(2 * later.len() + 1))
}

/// Writes a piece of a constraint: a term, or the relation and the total after them. Returns the number of literals; `None` after the last
/// piece. A negation is 1 less its variable.
fn write_opb_piece(
    constraint: Constraint<'_>,
    piece: usize,
    out: &mut impl fmt::Write,
) -> Result<Option<usize>, fmt::Error> {
    let (literals, sign, relation) = match constraint {
        Constraint::Clause(literals) => (literals, 1, ">="),
        Constraint::ExactlyOne(literals) => (literals, 1, "="),
        Constraint::AtMostOne(literals) => (literals, -1, ">="),
        Constraint::Sum { variables, .. } => (variables, 1, "="),
    };
    if let Some(literal) = literals.get(piece) {
        let factor = match constraint {
            Constraint::Sum { factors, .. } => factors.get(piece).copied().unwrap_or_default(),
            _ => sign * literal.signum(),
        };
        write!(out, "{factor:+} x{} ", literal.abs())?;
    } else if piece == literals.len() {
        let total = match constraint {
            Constraint::Sum { total, .. } => total,
            _ => i64::from(sign) * (1 - literals.iter().filter(|&&literal| literal < 0).count() as i64),
        };
        writeln!(out, "{relation} {total} ;")?;
    } else {
        return Ok(None);
    }
    Ok(Some(1))
}
