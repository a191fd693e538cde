//! The answer as JSON and as text.

use std::sync::Arc;

use quadrille_exact_cover::{CoverAnswer, EstimateAnswer, NamedProblem};

use crate::kinds::cover::request::CoverCount;
use crate::kinds::cover::request::CoverEstimate;
use crate::kinds::cover::request::CoverSolve;
use crate::kinds::cover::result::{AboutProblem, CoverSolution, CoverWorkStats};
use crate::kinds::estimate::numbers::{EstimateNumbers, EstimateStats};
use crate::service::Reply;
use crate::wire::answer_kind::{
    AnswerKind, BatchDoc, BatchKind, EndpointDoc, EndpointKind, write_count, write_solution,
};
use crate::wire::examples::examples;
use crate::wire::joined::Joined;
use crate::wire::members::StopMember;
use crate::wire::question::ResultStyle;
use crate::wire::result::{CountFindings, SolveFindings};

impl AnswerKind for CoverSolve {
    type Result = AboutProblem<Joined<SolveFindings<CoverSolution>, StopMember>>;
    type Stats = CoverWorkStats;

    fn result(reply: &Reply<CoverAnswer>, names: &Arc<NamedProblem>) -> Self::Result {
        let found = SolveFindings::new(&reply.answer.verdict, names);
        AboutProblem { first: Joined { first: found, rest: reply.into() }, rest: names.into() }
    }

    /// Writes the numbers of the options and the verdict; only the numbers if the solution is unique and the client named
    /// no `limit`; only the verdict without a solution, or if the solution has no options.
    fn write_text(
        Reply { answer, .. }: &Reply<CoverAnswer>,
        style: &ResultStyle<Arc<NamedProblem>>,
        out: &mut Vec<u8>,
    ) {
        let cover = answer.verdict.witnesses().first().filter(|cover| !cover.options().is_empty());
        write_solution(&answer.verdict, cover, style, out);
    }
}

impl EndpointKind for CoverSolve {
    const DOC: EndpointDoc = EndpointDoc {
        operation: "solve_cover",
        title: "Solve an exact cover problem",
        description: "Chooses options that cover every primary item exactly once, and every secondary item at most once; options \
            that give a secondary item the same colour may share it. A solution lists its options by their numbers, \
            from 1 in the order of the request, with their items. By default the search goes on to a second solution, \
            which proves the first one `unique` or not.\n\nA problem has at most 16,384 items, 65,536 options and \
            262,144 entries, by default; the operator can change this. Every option needs a primary item.",
        answer: "The answer. As text: the numbers of the options; then the verdict, unless it is `unique` and the query \
            names no `limit`. Without a solution: the verdict.",
    };
}

impl AnswerKind for CoverCount {
    type Result = AboutProblem<Joined<CountFindings<CoverSolution>, StopMember>>;
    type Stats = CoverWorkStats;

    fn result(reply: &Reply<CoverAnswer>, names: &Arc<NamedProblem>) -> Self::Result {
        let CoverAnswer { verdict, count, stop_reason, .. } = &reply.answer;
        let found = CountFindings::new((verdict, *count, *stop_reason), names);
        AboutProblem { first: Joined { first: found, rest: reply.into() }, rest: names.into() }
    }

    fn write_text(
        Reply { answer, .. }: &Reply<CoverAnswer>,
        _: &ResultStyle<Arc<NamedProblem>>,
        out: &mut Vec<u8>,
    ) {
        write_count(&answer.verdict, answer.count, answer.stop_reason, out);
    }
}

impl AnswerKind for CoverEstimate {
    type Result = AboutProblem<EstimateNumbers>;
    type Stats = EstimateStats;

    fn result(reply: &Reply<EstimateAnswer>, names: &Arc<NamedProblem>) -> Self::Result {
        AboutProblem { first: EstimateNumbers::new(reply), rest: names.into() }
    }

    fn write_text(reply: &Reply<EstimateAnswer>, _: &ResultStyle<Arc<NamedProblem>>, out: &mut Vec<u8>) {
        EstimateNumbers::new(reply).write_text(out);
    }
}

impl EndpointKind for CoverEstimate {
    const DOC: EndpointDoc = EndpointDoc {
        operation: "estimate_cover",
        title: "Estimate the size of an exact cover problem",
        description: "Estimates the number of solutions, and of the search tree nodes that a count would visit, by random probes \
            (Knuth 1975): each walks from the root to a leaf, takes a random option at each level, and multiplies the \
            numbers of options. Both means are unbiased. The standard error is too small if rare probes have most of \
            the solutions and few or none was met: a mean of 0 does not say that there are no solutions.\n\nProblem, \
            `probes` and `seed` determine the estimate. If a limit is reached, there are fewer `probes`, the means are \
            biased, and there are no intervals: ask for fewer probes with another seed, or raise the limit.",
        answer: "The estimate. As text: solutions and nodes, each with half of its 95 % interval; `none found` if no probe \
            found a solution.",
    };
}

impl BatchKind for CoverCount {
    const BATCH: Option<BatchDoc> = Some(BatchDoc {
        operation: "count_covers_batch",
        title: "Count the solutions of many exact cover problems",
        link: "count the solutions of many exact cover problems, as a stream",
        examples: examples!("count-batch"),
        description: Some(
            "One problem per line in, one answer per line out, in the same order, as for `/count/batch`: a line is \
                a request of `/exact-cover/count`, with an optional `id`, or a JSON string in Knuth's format. The \
                query takes every option of `/exact-cover/count` for all problems; those of a problem override \
                it.\n\nAn invalid line gets an `error` instead of an answer and does not affect other lines. A line \
                has at most 65,536 bytes, by default. Each line of the response is a `CoverCountBatchLine`: a \
                `CoverCountBatchAnswer`, an `ErrorLine` or, at the end, a `SummaryLine`.",
        ),
    });
    const COLUMNS: &'static [&'static str] = &["verdict", "count", "complete", "stopped_by"];
}
