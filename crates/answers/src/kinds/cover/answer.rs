//! The answer as JSON and as text.

use std::sync::Arc;

use quadrille_exact_cover::{CoverAnswer, EstimateAnswer, NamedProblem};

use crate::kinds::cover::request::{CoverCount, CoverEstimate, CoverSolutions, CoverSolve};
use crate::kinds::cover::result::{AboutProblem, CoverSolution, CoverWorkStats};
use crate::kinds::estimate::numbers::{EstimateNumbers, EstimateStats};
use crate::kinds::job_kind::{JobDoc, JobForm, JobKind};
use crate::kinds::tool_kind::{ToolDoc, ToolKind};
use crate::service::{CoverProblem, Reply};
use crate::wire::answer_kind::{
    AnswerKind, BatchDoc, BatchKind, EndpointDoc, EndpointKind, ListKind, write_count, write_solution,
};
use crate::wire::examples::examples;
use crate::wire::joined::Joined;
use crate::wire::question::ResultStyle;
use crate::wire::result::{CountFindings, SolveFindings, StopMember};

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

impl EndpointKind for CoverCount {
    const DOC: EndpointDoc = EndpointDoc {
        operation: "count_covers",
        title: "Count the solutions of an exact cover problem",
        description: "Counts up to `limit`, by default 2: enough to tell whether there is exactly one. A higher `limit` counts further;\n\
            `witnesses` are the first two solutions. `complete` says whether `count` is the number of all solutions. It is false if\n\
            `limit` is reached, even if no further solution exists.\n\n\
            With `Accept: application/x-ndjson` the response is a stream of `CoverCountStreamLine`: a `ProgressLine` twice a second,\n\
            then the `CoverCountResultLine`. A client that disconnects ends the count.",
        answer: "The answer. As text: the verdict and the count, with a `+` if there may be more, such as `unique 1` or `multiple 92`.",
    };
}

impl ListKind for CoverSolutions {
    type Subject = CoverProblem;
    const DOC: EndpointDoc = EndpointDoc {
        operation: "list_covers",
        title: "List the solutions of an exact cover problem",
        description: "Streams the solutions as they are found: up to `limit`, after the first `skip`. Their order is always the\n\
            same, so that `skip` continues an earlier list; the search repeats the skipped part. The time limit covers the whole\n\
            stream, however slowly the client reads it.\n\n\
            The last line is a `summary`; a stream without it was cut. Text has no summary. Each line of `application/x-ndjson` is a\n\
            `CoverSolutionsStreamLine`: a `CoverSolutionLine` or, at the end, a `CoverSolutionsSummaryLine`.",
        answer: "One JSON document, `{\"results\": [...], \"summary\": {...}}`, streamed. With `Accept: application/x-ndjson`: a line for each solution, then a summary. With `Accept: text/plain`: the numbers of the options of one solution per line, and no summary.",
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

impl ToolKind for CoverSolve {
    const TOOL: ToolDoc = ToolDoc {
        name: "exact_cover",
        title: "Solve an exact cover problem",
        description: "Solves an exact cover problem: choose `options`, lists of items, so that each of the `primary` items is covered exactly once, \
            and each of the `secondary` ones at most once. Tilings, queens, schedules and seating are such problems. Returns the chosen options as \
            `solution`, and a `verdict` as of `solve`.",
        ..ToolDoc::REPEATABLE
    };
}

impl JobKind for CoverCount {
    const JOB: JobDoc = JobDoc {
        form: JobForm::Count,
        title: "Count the solutions of one exact cover problem, by default all",
        columns: None,
    };
}

impl JobKind for CoverSolutions {
    const JOB: JobDoc = JobDoc {
        form: JobForm::List,
        title: "List all solutions of one exact cover problem, in no particular order",
        columns: Some(&["solution.option"]),
    };
}
