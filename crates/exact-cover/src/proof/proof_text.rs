//! Proofs as text: DRUP and VeriPB.

use std::fmt;

use super::lemmas::Lemmas;

/// Format of a proof.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    /// Writes the lines before the first clause.
    ///
    /// # Errors
    /// Those of `out`, as for all functions of this type.
    pub fn begin(self, out: &mut impl fmt::Write) -> fmt::Result {
        match self {
            Self::Drup => Ok(()),
            Self::Veripb2 => out.write_str("pseudo-Boolean proof version 2.0\n"),
            Self::Veripb3 => out.write_str("pseudo-Boolean proof version 3.0\n"),
        }
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
    pub fn write(self, lemmas: &Lemmas, out: &mut impl fmt::Write) -> fmt::Result {
        self.begin(out)?;
        for lemma in lemmas.iter() {
            self.clause(lemma, out)?;
        }
        self.end(out)
    }
}
