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

    /// Writes a formula. The format should be [checked](Self::check) before.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(self, formula: &Formula, out: &mut impl fmt::Write) -> fmt::Result {
        match self {
            Self::Dimacs => write_dimacs(formula, out),
            Self::Opb => write_opb(formula, out),
        }
    }
}

fn write_dimacs(formula: &Formula, out: &mut impl fmt::Write) -> fmt::Result {
    writeln!(out, "p cnf {} {}", formula.variable_count(), formula.clause_count())?;
    for constraint in formula.constraints() {
        match constraint {
            Constraint::Clause(literals) => write_clause(literals, out)?,
            Constraint::ExactlyOne(literals) => {
                write_clause(literals, out)?;
                write_pairs(literals, out)?;
            }
            Constraint::AtMostOne(literals) => write_pairs(literals, out)?,
            Constraint::Sum { .. } => {}
        }
    }
    Ok(())
}

fn write_opb(formula: &Formula, out: &mut impl fmt::Write) -> fmt::Result {
    writeln!(out, "* #variable= {} #constraint= {}", formula.variable_count(), formula.constraint_count())?;
    for constraint in formula.constraints() {
        match constraint {
            Constraint::Clause(literals) => write_terms(literals, 1, ">=", 1, out)?,
            Constraint::ExactlyOne(literals) => write_terms(literals, 1, "=", 1, out)?,
            Constraint::AtMostOne(literals) => write_terms(literals, -1, ">=", -1, out)?,
            Constraint::Sum { variables, factors, total } => {
                for (variable, factor) in variables.iter().zip(factors) {
                    write!(out, "{factor:+} x{variable} ")?;
                }
                writeln!(out, "= {total} ;")?;
            }
        }
    }
    Ok(())
}

fn write_clause(literals: &[i32], out: &mut impl fmt::Write) -> fmt::Result {
    for literal in literals {
        write!(out, "{literal} ")?;
    }
    out.write_str("0\n")
}

fn write_pairs(literals: &[i32], out: &mut impl fmt::Write) -> fmt::Result {
    for (at, first) in literals.iter().enumerate() {
        for second in &literals[at + 1..] {
            writeln!(out, "{} {} 0", -first, -second)?;
        }
    }
    Ok(())
}

/// Writes that the literals, each times `factor`, are related to `total`. A negation is 1 less its variable.
fn write_terms(
    literals: &[i32],
    factor: i32,
    relation: &str,
    total: i32,
    out: &mut impl fmt::Write,
) -> fmt::Result {
    let mut total = total;
    for literal in literals {
        let sign = literal.signum();
        total -= if sign < 0 { factor } else { 0 };
        write!(out, "{:+} x{} ", factor * sign, literal.abs())?;
    }
    writeln!(out, "{relation} {total} ;")
}
