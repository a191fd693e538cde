//! Proofs as text: DRUP and VeriPB.

use std::fmt;

use super::formula::{Constraint, Derivation, Formula, Side};
use super::lemmas::Lemmas;

/// Format of a proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ProofFormat {
    /// A clause a line, as literals before a zero: `1 -2 0`. Checked against a formula in the format `dimacs` by every checker of DRUP
    /// or DRAT.
    #[default]
    Drup,
    /// The proof language of VeriPB, version 2.0: `rup 1 x1 1 ~x2 >= 1 ;`. Checked against a formula in the format `opb`.
    Veripb2,
    /// The proof language of VeriPB, version 3.0.
    Veripb3,
}

impl ProofFormat {
    /// Writes the lines before the first clause: the inequalities derived from the formula, which DRUP does not have.
    ///
    /// # Errors
    /// Those of `out`, as for all functions of this type.
    pub fn begin(
        self,
        formula: &Formula,
        derivations: &[Derivation],
        out: &mut impl fmt::Write,
    ) -> fmt::Result {
        match self {
            Self::Drup => return Ok(()),
            Self::Veripb2 => out.write_str("pseudo-Boolean proof version 2.0\n")?,
            Self::Veripb3 => out.write_str("pseudo-Boolean proof version 3.0\n")?,
        }
        if derivations.is_empty() {
            return Ok(());
        }
        // VeriPB counts the inequalities of the formula, from 1; an equality is two.
        let mut next = 1_u64;
        let numbers: Vec<u64> = formula
            .constraints()
            .map(|constraint| {
                let number = next;
                next += match constraint {
                    Constraint::Clause(_) | Constraint::AtMostOne(_) => 1,
                    Constraint::ExactlyOne(_) | Constraint::Sum { .. } => 2,
                };
                number
            })
            .collect();
        for derivation in derivations {
            out.write_str("pol")?;
            for (at, &(constraint, side, factor)) in derivation.sources.iter().enumerate() {
                let first = numbers.get(constraint as usize).copied().unwrap_or_default();
                let is_second = side == Side::Upper
                    && !matches!(formula.constraint(constraint as usize), Some(Constraint::AtMostOne(_)));
                write!(out, " {}", first + u64::from(is_second))?;
                if factor != 1 {
                    write!(out, " {factor} *")?;
                }
                if at > 0 {
                    out.write_str(" +")?;
                }
            }
            out.write_str(if self == Self::Veripb2 { "\n" } else { " ;\n" })?;
        }
        Ok(())
    }

    /// Writes the line of a clause.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn clause(self, literals: &[i32], out: &mut impl fmt::Write) -> fmt::Result {
        if self == Self::Drup {
            for literal in literals {
                write!(out, "{literal} ")?;
            }
            return out.write_str("0\n");
        }
        out.write_str("rup ")?;
        for literal in literals {
            let sign = if *literal < 0 { "~" } else { "" };
            write!(out, "1 {sign}x{} ", literal.abs())?;
        }
        out.write_str(">= 1 ;\n")
    }

    /// Writes the lines after the last clause, which must be empty.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn end(self, out: &mut impl fmt::Write) -> fmt::Result {
        match self {
            Self::Drup => Ok(()),
            Self::Veripb2 => out.write_str("output NONE\nconclusion UNSAT : -1\nend pseudo-Boolean proof\n"),
            Self::Veripb3 => {
                out.write_str("output NONE ;\nconclusion UNSAT : -1 ;\nend pseudo-Boolean proof ;\n")
            }
        }
    }

    /// Writes a complete proof.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(
        self,
        formula: &Formula,
        derivations: &[Derivation],
        lemmas: &Lemmas,
        out: &mut impl fmt::Write,
    ) -> fmt::Result {
        self.begin(formula, derivations, out)?;
        for lemma in lemmas.iter() {
            self.clause(lemma, out)?;
        }
        self.end(out)
    }
}
