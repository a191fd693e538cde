//! The answer as JSON and as text.

use quadrille_sudoku::Answer;

use crate::kinds::solve::order::{SolutionOrder, SolveQuestion};
use crate::kinds::solve::question::Solve;
use crate::kinds::tool_kind::{ToolDoc, ToolKind};
#[cfg(feature = "runtime")]
use crate::service::{CachedDispatcher, ClientId, DispatchError, StartedLimits};
use crate::service::{Reply, random_seed};
use crate::wire::answer_kind::{
    AnswerKind, BatchDoc, BatchKind, EndpointDoc, EndpointKind, QueryDoc, write_solution,
};
use crate::wire::examples::examples;
use crate::wire::joined::Joined;
use crate::wire::puzzle::notation::{GridShape, Notation};
use crate::wire::question::ResultStyle;
use crate::wire::result::{AnalysisResult, SeedMember, SolveFindings, WorkStats, common_members};

impl AnswerKind for Solve {
    type Result = AnalysisResult<Joined<SolveFindings<GridShape>, SeedMember>>;
    type Stats = WorkStats;

    /// Makes the result without a seed.
    fn result(reply: &Reply<Answer>, notation: &Notation) -> Self::Result {
        let Reply { answer, .. } = reply;
        let found = SolveFindings::new(&answer.verdict, notation);
        AnalysisResult {
            first: Joined { first: found, rest: SeedMember::default() },
            rest: common_members(reply, &answer.conflicts, notation),
        }
    }

    fn single_result(reply: &Reply<Answer>, style: &ResultStyle) -> Self::Result {
        let mut result = Self::result(reply, &style.notation);
        result.first.rest = SeedMember { seed: style.seed };
        result
    }

    /// Writes the solution and the verdict; only the solution if it is unique and the client named no `limit`; only the
    /// verdict without a solution.
    fn write_text(Reply { answer, .. }: &Reply<Answer>, style: &ResultStyle, out: &mut Vec<u8>) {
        write_solution(&answer.verdict, answer.verdict.witnesses().first(), style, out);
    }
}

impl EndpointKind for Solve {
    const DOC: EndpointDoc = EndpointDoc {
        operation: "solve",
        title: "Solve a puzzle",
        description: "Returns a solution with its verdict: `unique` if it is the only one, `multiple` if there are others, `none` if there is\n\
            no solution. With `limit` 1 the search stops at the first solution; unless it is complete by then, the verdict is\n\
            `solvable`. A reached limit is an answer: `stopped_by` names it.\n\n\
            With `order` `random`, the solution is a random one, which `seed` determines; an empty grid gives a random full grid. Not all\n\
            solutions are equally likely: those in small branches of the search tree are more frequent.",
        answer: "The answer. As text, in one line: the solution, if it is unique and the client names no `limit`; otherwise the \
            solution, a blank and the verdict; without a solution the verdict. A 36x36 is written as numbers separated by blanks.",
    };
    const QUERY: Option<QueryDoc> = Some(QueryDoc {
        title: "Solve a puzzle given in the query",
        description: "Like `POST /solve`, with a cacheable answer that omits `stats` and `limits`, so that it is the same each time.",
        answer: "The answer. As text: as of `POST /solve`.",
    });

    fn draw(question: &mut SolveQuestion, style: &mut ResultStyle) -> Result<bool, getrandom::Error> {
        let SolutionOrder::Random { seed: named } = question.order else { return Ok(true) };
        let seed = named.map_or_else(random_seed, Ok)?;
        question.order = SolutionOrder::Random { seed: Some(seed) };
        style.seed = Some(seed);
        Ok(named.is_some())
    }

    /// In the fixed order, the question is the one of `/count`, whose answers in the cache it shares.
    #[cfg(feature = "runtime")]
    fn ask(
        answers: &CachedDispatcher,
        client: ClientId,
        question: SolveQuestion,
        limits: StartedLimits,
        is_repeatable: bool,
    ) -> impl Future<Output = Result<Reply<Answer>, DispatchError>> + Send {
        let is_fixed = question.order == SolutionOrder::Fixed;
        async move {
            if is_fixed {
                answers.run(client, question.question, limits).await
            } else {
                answers.run_if(is_repeatable, client, question, limits).await
            }
        }
    }
}

impl ToolKind for Solve {
    const TOOL: ToolDoc = ToolDoc {
        name: "solve",
        title: "Solve a puzzle",
        description: "Solves a Sudoku and says whether its solution is the only one. Use it when someone wants the solution; use `hint` to help \
            without it, and `count` to look for more than two solutions. Returns `solution` in the notation of the puzzle (null if there is none), \
            and `verdict`: `unique`, `multiple` (there are others), `none`, `solvable` (one found, not searched further) or `unknown` (a limit was \
            reached). `conflicts` lists clues that contradict each other. A usual 9x9 takes less than a millisecond.",
        ..ToolDoc::REPEATABLE
    };
}

impl BatchKind for Solve {
    const BATCH: Option<BatchDoc> = Some(BatchDoc {
        operation: "solve_batch",
        title: "Solve many puzzles",
        link: "solve many puzzles, as a stream",
        examples: examples!("batch"),
        description: Some(
            "One puzzle per line in, one answer per line out, in the same order, while the batch still arrives. The \
                query takes every option of `/solve` for all puzzles. An option of a puzzle overrides it; the members \
                of `limits` do so one by one.\n\n**Lines.** `application/x-ndjson` has one JSON value per line, \
                without line breaks within it and without brackets or commas around the lines: a `SolveElement` in the \
                request; a `SolveBatchLine` in the response, which is a `SolveBatchAnswer`, an `ErrorLine` or, at the \
                end, a `SummaryLine`; `type` tells which. CRLF, a byte order mark, blank lines and a missing final \
                line break are accepted. A line longer than 65,536 bytes is an error.\n\n**Errors.** After the first \
                bytes the status is 200, even if lines are invalid. An invalid line gets an `error` instead of an \
                answer and does not affect other lines: the problem that `/solve` would respond with, including its \
                `status`. After the first hundred invalid lines, an `error` has only its `status` and `code`; as text, \
                the code. Only errors outside the lines, such as an invalid query or content type, reject the whole \
                request. The last line is a `summary`; a stream without it was cut. Text has no summary: if the \
                service stops early, the body has no end.\n\n**One document.** A JSON array, or `Accept: \
                application/json`, gets the lines as one JSON document, `{\"results\": [...], \"summary\": {...}}`, \
                streamed like them. A document that was cut is not valid JSON.\n\n**Flow control.** The length of a \
                batch is unlimited. A slow puzzle delays the answers after it, but not the work on them. Clients \
                should read while they write: while 4 MiB of answers are unread, the service only holds puzzles in \
                memory, up to 48 MiB for a client, and ends the batch if more come and no answer is read for two \
                seconds. If no puzzle arrives for 30 seconds, or the service shuts down, it answers all puzzles that \
                it has read; `stopped_by` of the summary gives the reason. A batch with a `Content-Length` has 10 \
                seconds to complete at shutdown. These are the default settings.",
        ),
    });
    const COLUMNS: &'static [&'static str] = &["verdict", "solution", "stopped_by", "rules_not_read"];
    const PIECE_ENTRIES: u64 = 4096;
}
