//! Proofs as text: DRUP and VeriPB.

use std::fmt;

use super::formula::{Constraint, Derivation, Formula, Side};
use super::formula_text::FormulaFormat;
use super::lemmas::Lemmas;

/// Format of a proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
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
    /// The format of the formula that checkers of such proofs read.
    pub const fn formula(self) -> FormulaFormat {
        match self {
            Self::Drup => FormulaFormat::Dimacs,
            Self::Veripb2 | Self::Veripb3 => FormulaFormat::Opb,
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
        let mut parts = ProofParts::new(self);
        while !parts.write_part(formula, derivations, lemmas, usize::MAX, out)? {}
        Ok(())
    }
}

/// The text of a proof, written in parts.
#[derive(Clone, Debug)]
pub struct ProofParts {
    format: ProofFormat,
    /// VeriPB's number of the first inequality of each constraint of the formula; empty before the first derivation.
    numbers: Vec<u64>,
    has_head: bool,
    derivation: usize,
    lemma: usize,
}

impl ProofParts {
    /// Begins the text of a proof.
    pub fn new(format: ProofFormat) -> Self {
        Self { format, numbers: Vec::new(), has_head: false, derivation: 0, lemma: 0 }
    }

    /// Writes at least so many literals, and no more than another line. Returns whether the text is complete. Formula, derivations and
    /// clauses must be the same for each part.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_part(
        &mut self,
        formula: &Formula,
        derivations: &[Derivation],
        lemmas: &Lemmas,
        literals: usize,
        out: &mut impl fmt::Write,
    ) -> Result<bool, fmt::Error> {
        if !std::mem::replace(&mut self.has_head, true) {
            out.write_str(match self.format {
                ProofFormat::Drup => "",
                ProofFormat::Veripb2 => "pseudo-Boolean proof version 2.0\n",
                ProofFormat::Veripb3 => "pseudo-Boolean proof version 3.0\n",
            })?;
        }
        let mut left = literals;
        // DRUP has clauses only.
        if self.format != ProofFormat::Drup {
            while let Some(derivation) = derivations.get(self.derivation) {
                if left == 0 {
                    return Ok(false);
                }
                self.write_derivation(formula, derivation, out)?;
                left = left.saturating_sub(derivation.sources.len() + 1);
                self.derivation += 1;
            }
        }
        while let Some(lemma) = lemmas.get(self.lemma) {
            if left == 0 {
                return Ok(false);
            }
            self.write_clause(lemma, out)?;
            left = left.saturating_sub(lemma.len() + 1);
            self.lemma += 1;
        }
        out.write_str(match self.format {
            ProofFormat::Drup => "",
            ProofFormat::Veripb2 => "output NONE\nconclusion UNSAT : -1\nend pseudo-Boolean proof\n",
            ProofFormat::Veripb3 => "output NONE ;\nconclusion UNSAT : -1 ;\nend pseudo-Boolean proof ;\n",
        })?;
        Ok(true)
    }

    /// Writes the line of an inequality derived from the formula.
    fn write_derivation(
        &mut self,
        formula: &Formula,
        derivation: &Derivation,
        out: &mut impl fmt::Write,
    ) -> fmt::Result {
        if self.numbers.is_empty() {
            self.numbers = inequality_numbers(formula);
        }
        out.write_str("pol")?;
        for (at, &(constraint, side, factor)) in derivation.sources.iter().enumerate() {
            let first = self.numbers.get(constraint as usize).copied().unwrap_or_default();
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
        out.write_str(if self.format == ProofFormat::Veripb2 { "\n" } else { " ;\n" })
    }

    /// Writes the line of a clause.
    fn write_clause(&self, literals: &[i32], out: &mut impl fmt::Write) -> fmt::Result {
        if self.format == ProofFormat::Drup {
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
}

/// VeriPB counts the inequalities of a formula, from 1; an equality is two. Returns the number of the first one of each constraint.
fn inequality_numbers(formula: &Formula) -> Vec<u64> {
    let mut next = 1;
    let numbers = formula.constraints().map(|constraint| {
        let number = next;
        next += match constraint {
            Constraint::Clause(_) | Constraint::AtMostOne(_) => 1,
            Constraint::ExactlyOne(_) | Constraint::Sum { .. } => 2,
        };
        number
    });
    numbers.collect()
}
