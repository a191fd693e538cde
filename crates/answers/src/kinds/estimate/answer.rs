//! The answer as JSON and as text.

use quadrille_exact_cover::EstimateAnswer;

use crate::kinds::command_kind::CommandKind;
use crate::kinds::estimate::numbers::{EstimateNumbers, EstimateStats};
use crate::kinds::estimate::question::EstimateSolutions;
use crate::service::Reply;
use crate::wire::answer_kind::{AnswerKind, BatchKind, EndpointDoc, EndpointKind};
use crate::wire::puzzle::notation::Notation;
use crate::wire::question::ResultStyle;
use crate::wire::result::{AnalysisResult, NotationMembers};

impl AnswerKind for EstimateSolutions {
    type Result = AnalysisResult<EstimateNumbers, NotationMembers>;
    type Stats = EstimateStats;

    fn result(reply: &Reply<EstimateAnswer>, notation: &Notation) -> Self::Result {
        AnalysisResult { first: EstimateNumbers::new(reply), rest: notation.into() }
    }

    fn write_text(reply: &Reply<EstimateAnswer>, _: &ResultStyle, out: &mut Vec<u8>) {
        EstimateNumbers::new(reply).write_text(out);
    }
}

impl EndpointKind for EstimateSolutions {
    const DOC: EndpointDoc = EndpointDoc {
        operation: "estimate_solutions",
        title: "Estimate the number of solutions of a puzzle",
        description: "For puzzles with too many solutions to count. Applies the rules (singles, pointing and claiming), and \
            estimates the rest as `/exact-cover/estimate` does, by random probes: the mean is unbiased, and the same \
            puzzle, `probes` and `seed` give the same estimate. If the rules solve or refute the puzzle, the estimate \
            is exact.\n\nThe standard error is too small if rare probes have most of the solutions and few or none was \
            met: a mean of 0 does not say that there are no solutions. If a limit is reached, there are fewer \
            `probes`, the means are biased, and there are no intervals: ask for fewer probes with another seed, or \
            raise the limit.",
        answer: "The estimate. As text: solutions and nodes, each with half of its 95 % interval; `none found` if no probe \
            found a solution.",
    };
}

impl BatchKind for EstimateSolutions {
    const COLUMNS: &'static [&'static str] = &[
        "mean",
        "standard_error",
        "interval",
        "nodes_mean",
        "probes",
        "seed",
        "stopped_by",
        "rules_not_read",
    ];
}

impl CommandKind for EstimateSolutions {}
