//! Bounds on memory, at the defaults of the container.

use std::path::Path;

use anyhow::Result;
use quadrille_answers::service::small_part;

use crate::config::{Config, Overrides};
use crate::transport::REFUSED_MAX;

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;

/// Cores of the container in `config/compose.yaml` and `config/kubernetes/deployment.yaml`.
pub const CORES: u64 = 2;

/// Row of the table.
struct Row {
    item: &'static str,
    /// Settings that determine the number.
    settings: &'static str,
    number: u64,
    bytes_each: u64,
    /// What takes the bytes.
    contents: &'static str,
}

impl Row {
    fn bytes(&self) -> u64 {
        self.number * self.bytes_each
    }

    fn text(&self) -> String {
        let Self { item, settings, number, bytes_each, contents } = self;
        let number = if settings.is_empty() { number.to_string() } else { format!("{number}: {settings}") };
        let each = if contents.is_empty() {
            size(*bytes_each)
        } else {
            format!("{}: {contents}", size(*bytes_each))
        };
        format!("| {item} | {number} | {each} | {} MiB |", self.bytes().div_ceil(MIB))
    }
}

/// Size in its largest whole unit.
fn size(bytes: u64) -> String {
    match bytes {
        bytes if bytes.is_multiple_of(MIB) => format!("{} MiB", bytes / MIB),
        bytes if bytes.is_multiple_of(KIB) => format!("{} KiB", bytes / KIB),
        bytes => format!("{bytes} bytes"),
    }
}

fn rows(config: &Config) -> Vec<Row> {
    let Config { http, clients, solver, batch, cache, jobs, .. } = config;
    let threads = solver.threads as u64;
    let (body, streams) = (http.body_bytes_max as u64, batch.streaming_requests_max as u64);
    let slow_large = solver.slow_queue_large_max as u64;
    let row =
        |item, settings, number, bytes_each, contents| Row { item, settings, number, bytes_each, contents };
    let (large, small) = (16 * MIB, 1229 * KIB);
    vec![
        row(
            "connections",
            "`http.connections_max`, 64 on the admin listener, and 64 refused ones",
            u64::from(http.connections_max) + 64 + u64::from(REFUSED_MAX),
            63 * KIB,
            "15 KiB, and 16 KiB each for the head, for reading and for writing ahead; 16 KiB if idle",
        ),
        row(
            "request bodies, uploads, exact cover problems, long answers, and results of jobs",
            "`http.body_bytes_total_max`",
            1,
            (http.body_bytes_total_max + small_part(http.body_bytes_total_max)) as u64,
            "a sixteenth more, for small ones",
        ),
        row("bodies while they are parsed", "cores", CORES, 48 * body, "48 times `http.body_bytes_max`"),
        row(
            "questions, running and queued",
            "`solver.threads` and `solver.queue_max`",
            threads + solver.queue_capacity() as u64,
            24 * KIB,
            "a 36x36 with its candidates",
        ),
        row(
            "searches on a thread",
            "`solver.threads`",
            threads,
            large,
            "an exact cover problem; a formula and its text; a proof",
        ),
        row(
            "large searches in the slow queue and of streams",
            "`solver.slow_queue_large_max`",
            slow_large,
            large,
            "an exact cover problem; a 36x36 takes 15 MiB, a 25x25 5 MiB",
        ),
        row(
            "other searches in the slow queue",
            "the rest of `solver.slow_queue_max`",
            solver.slow_queue_max as u64 - slow_large,
            small,
            "a 16x16; a 9x9 takes some KiB, and up to 800 KiB for a long count",
        ),
        row(
            "large searches of batches",
            "2 per thread",
            2 * threads,
            large + 6 * MIB,
            "an exact cover problem, with its names",
        ),
        row(
            "other searches of batches and streams",
            "4 slow ones per thread, and 2 per thread and stream",
            (4 + 2 * streams) * threads,
            small,
            "a 16x16",
        ),
        row(
            "idle solvers of puzzles, kept for reuse",
            "2 per thread",
            2 * threads,
            small,
            "a 16x16 with few constraints; others are not kept",
        ),
        row(
            "streams",
            "`batch.streaming_requests_max`",
            streams,
            batch.output_buffer_bytes as u64 + threads * 5 * MIB,
            "`batch.output_buffer_bytes`, and 2 chunks per thread with their answers",
        ),
        row(
            "pieces of jobs",
            "`jobs.threads`, and 2 of clients that wait",
            jobs.threads as u64 + 2,
            large + 20 * MIB,
            "an exact cover problem with its names, a chunk with its answers, 8 MiB of unsent answers, and 512 KiB of text; \
             or a proof of `jobs.proof_bytes_max`; as much as four pieces that solve, count or test lines",
        ),
        row("requests of jobs, kept parsed", "", 1, 6 * MIB, "an exact cover problem with its names"),
        row("cached answers", "`cache.bytes_max`", 1, cache.bytes_max, ""),
        row("clients with a rate limit", "`clients.tracked_max`", clients.tracked_max as u64, 160, ""),
        row(
            "freed memory that the allocator keeps",
            "cores, `solver.threads`, `jobs.threads`, 2 of clients that wait, and the first thread",
            CORES + threads + jobs.threads as u64 + 3,
            2 * MIB,
            "the end of the arena of a thread that allocates much",
        ),
        row("program", "", 1, 16 * MIB, "code, runtime, metrics"),
    ]
}

/// Returns the table of all bounds with the settings of the container, and their sum in bytes.
///
/// # Errors
/// If the settings of the container cannot be read.
pub fn memory_bounds(root: &Path) -> Result<(String, u64)> {
    let file = root.join("config/container.toml");
    let mut config = Config::load(&Overrides { file: Some(file), ..Overrides::default() })?;
    config.solver.threads = CORES as usize - 1;
    let rows = rows(&config);
    let sum: u64 = rows.iter().map(Row::bytes).sum();
    let mut table = String::from("| item | maximum number | size of each | total |\n|---|---|---|---|\n");
    for row in &rows {
        table += &row.text();
        table.push('\n');
    }
    table += &format!("| **sum** | | | **{} MiB** |\n", sum.div_ceil(MIB));
    Ok((table, sum))
}
